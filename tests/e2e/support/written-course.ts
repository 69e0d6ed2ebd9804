/** The course of authoring-count.spec.ts: 2 sections, 3 chapters, 5 lessons, 3 pictures, 2 sets of 5 questions. */

export interface WrittenLesson {
  title: string;
  /** The lesson's two headings, each with one sentence. */
  parts: readonly [heading: string, sentence: string][];
  picture?: string;
}

export const COURSE = '倉庫の仕事';

export const outline = [
  {
    title: '入荷',
    chapters: [
      { title: '荷受け', lessons: ['届いた荷物', '検品の手順'] },
      { title: '保管', lessons: ['棚に積む'] },
    ],
  },
  { title: '出荷', chapters: [{ title: '荷造り', lessons: ['箱を選ぶ', '伝票を貼る'] }] },
] as const;

export const lessons: readonly WrittenLesson[] = [
  {
    title: '届いた荷物',
    parts: [
      ['荷物の数', '伝票の数と荷物の数を比べます。'],
      ['傷の有無', '箱の角と底を見ます。'],
    ],
    picture: '荷物の置き場',
  },
  {
    title: '検品の手順',
    parts: [
      ['箱を開ける', '刃を短く出して切ります。'],
      ['数える', '声に出して数えます。'],
    ],
    picture: '検品台',
  },
  {
    title: '棚に積む',
    parts: [
      ['重い物', '重い物は下の段に置きます。'],
      ['軽い物', '軽い物は上の段に置きます。'],
    ],
  },
  {
    title: '箱を選ぶ',
    parts: [
      ['大きさ', '品物より一回り大きい箱を選びます。'],
      ['強さ', '重い品物には二重の箱を選びます。'],
    ],
    picture: '箱の種類',
  },
  {
    title: '伝票を貼る',
    parts: [
      ['場所', '箱の上の面に貼ります。'],
      ['確かめる', '住所が見えることを確かめます。'],
    ],
  },
];

export interface WrittenQuestion {
  type: '単一選択' | '複数選択' | '記述' | '並べ替え';
  body: string;
  /** The question's choices (of an ordering question in the right order), or its accepted answer. */
  choices: readonly string[];
  /** The indexes of a question's right choices, counted from 0. */
  right?: readonly number[];
}

const single = (body: string, ...choices: string[]): WrittenQuestion => ({
  type: '単一選択',
  body,
  choices,
  right: [0],
});

/** The questions of each set, with the lesson to which it belongs. */
export const questionSets: readonly { lesson: string; title: string; questions: readonly WrittenQuestion[] }[] = [
  {
    lesson: '届いた荷物',
    title: '荷受けの確認',
    questions: [
      single('最初に比べるのは', '数', '色', '重さ'),
      { type: '複数選択', body: '傷を見るところは', choices: ['角', '底', '中身', '車'], right: [0, 1] },
      { type: '記述', body: '届いた物を調べる仕事は', choices: ['検品'] },
      { type: '並べ替え', body: '進める順に', choices: ['受け取る', '調べる', 'しまう'] },
      single('数が違うときは', '連絡する', '捨てる', '隠す'),
    ],
  },
  {
    lesson: '箱を選ぶ',
    title: '荷造りの確認',
    questions: [
      single('箱の大きさは', '一回り大きい', '同じ', '小さい'),
      single('重い品物には', '二重の箱', '封筒', '袋'),
      single('すき間には', '紙を詰める', '水を入れる', '何もしない'),
      single('ふたは', 'テープで留める', '開けておく'),
      single('箱の向きは', '上を上に', '上を下に'),
    ],
  },
];
