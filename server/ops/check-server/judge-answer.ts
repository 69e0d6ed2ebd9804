/** Judges one response as the app does: who answered, and whether the body fits the app's schema. */
import type * as z from 'zod/mini';

import { isPortalBody } from '@/api/network/server-answer';

import { compareShape, type Comparison, type Difference } from './compare-shape';
import type { ServerAnswer } from './connection';
import { clean, type Finding } from './finding';

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
function missingEffect(call: string, field: string): string {
  const own = ofCalls.find(([ofCall, ofField]) => ofCall.test(call) && ofField.test(field))?.[2];
  return own ?? effects[field.replace(/^.*[.\]]/, '')] ?? '「–」と表示するか、その表示を省きます。';
}

/** Returns the findings about a response that has no usable body; undefined if it has one. */
export function judgeAnswer(about: string, answer: ServerAnswer): Finding[] | undefined {
  const { status, ok, head, gateway, text, body, endsWithSlash } = answer;
  const fail = (words: string): Finding[] => [{ state: 'fail', about, words }];
  if (answer.untranslated !== undefined) return fail(`dialect: ${clean(answer.untranslated)}`);
  if (status === 0) return fail('返事がありません（接続できないか、10秒を超えました）。');
  if (head.isRedirect || (status >= 300 && status < 400))
    return fail(`リダイレクト（${status}）です。アプリはたどりません。末尾の / を確かめてください。`).map((finding) =>
      endsWithSlash === undefined ? finding : { ...finding, mend: { slashes: endsWithSlash } },
    );
  if (gateway === 'basic-auth') return fail('BASIC認証がかかっています。アプリの通信は通れません。');
  if (/\bx?html\b/i.test(head.contentType)) return fail(`HTML を返します（${status}）。アプリは別の応答とみなします。`);
  if (!ok) return fail(`${status} を返します。`);
  if (text === '' && status < 400)
    return fail(`本文のない ${status} です。JSON を返してください（Location は読みません）。`);
  if (text === '' || body === undefined) return fail('JSON ではありません。');
  if (isPortalBody(body))
    return fail('2xx の本文に error、errors かログインの URL があります。アプリは別の応答とみなします。');
  if (!/\bjson\b/i.test(head.contentType))
    return fail(
      `Content-Type が ${clean(head.contentType) || '空'} です。application/json にしないと端末に保存されません。`,
    );
  return undefined;
}

function misfitFinding(about: string, difference: Difference): Finding {
  return { state: 'fail', about, words: '合っていません。', ...difference };
}

function missingFinding(about: string, difference: Difference): Finding {
  return { state: 'warn', about, words: missingEffect(about, difference.field), ...difference };
}

/** Returns the findings of a comparison; one `pass` if there are none. */
export function findingsOf(about: string, { misfits, missing }: Comparison): Finding[] {
  const findings = [
    ...misfits.map((difference) => misfitFinding(about, difference)),
    ...missing.map((difference) => missingFinding(about, difference)),
  ];
  return findings.length > 0 ? findings : [{ state: 'pass', about, words: '合っています。' }];
}

/** Compares the body of a response with its schema. */
export function judgeBody(about: string, { body }: ServerAnswer, schema: z.core.$ZodType): Finding[] {
  return findingsOf(about, compareShape(schema, body, about));
}
