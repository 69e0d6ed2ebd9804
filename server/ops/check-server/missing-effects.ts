/** Says what screens show without a field that the server leaves out. */

/** By the name of the field, below any parent. */
const effects: Record<string, string> = {
  name: 'ユーザー名で表示します。',
  username: '「–」と表示します。',
  serviceName: '「まなびば」と表示します。',
  abilities: '仕様にある機能だけを使います。',
  refresh_token: '期限が切れるたびに、パスワードを入れ直します。',
  updatedAt: 'ほかの人の編集との重なりに気づけません。',
  status: '公開中か下書きかを表示しません。',
  order: '返ってきた順に並べます。',
  description: '説明を表示しません。',
  contentId: '本文を表示しません。',
  thumbnailContentId: '表紙を表示しません。',
  notice: 'お知らせを表示しません。',
  supportEmail: '問い合わせ先を表示しません。',
  lastAnswers: '問題ごとの前回の答えを表示しません。',
  correct: '問題の正誤を「不明」と表示し、復習に入れません。',
  submitCount: '提出の回数を表示せず、届いたかどうかの照合にも使いません。',
  companyId: '企業を「–」と表示します。',
  communityUrl: 'コミュニティへのリンクを表示しません。',
  results: '問題ごとの正誤は、この端末の採点で表示します。',
  explanation: '解説を表示しません。',
  sections: 'コースにレッスンが表示されません。',
  chapters: 'セクションにレッスンが表示されません。',
  lessons: 'レッスンが表示されません。',
  questionSets: '問題が表示されません。',
  questions: '問題が表示されません。',
  choices: '選択肢が表示されません。',
  readLessons: '読了が表示されません。',
  studyDays: '学習カレンダーが空になります。',
  reads: 'その日は「学習あり」と表示します。',
  submits: 'その日は「学習あり」と表示します。',
};

/** By call and field, where the field has another effect than elsewhere. */
const ofCalls: [call: RegExp, field: RegExp, effect: string][] = [
  [
    /^GET \/(?:courses|lessons|sections|question-set)\//,
    /(?:^|\.)updatedAt$/,
    '保存したコースは更新のたびに全部を取り直し、ほかの人の編集との重なりに気づけません。',
  ],
  [/^GET \/progress\/detail\//, /^userId$/, '届いたかどうかの照合をせず、読了だけを送り直します。'],
  [/^GET \/progress\/summary\//, /^userId$/, '表示は変わりません。'],
];

/** Returns what screens show if a field is missing. @param field `items[].lessonCount` */
export function missingEffect(call: string, field: string): string {
  const own = ofCalls.find(([ofCall, ofField]) => ofCall.test(call) && ofField.test(field))?.[2];
  return own ?? effects[field.replace(/^.*[.\]]/, '')] ?? '「–」と表示するか、その表示を省きます。';
}
