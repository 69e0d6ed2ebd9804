/** Tests the search: how texts are folded, which lessons are found in which order, and the excerpts around a hit. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { foldText, foldWithPlaces, readQuery } from '@/lib/search-text';
import { readLine, shownLinesSchema, toLessonWords, toLine, type WordLine } from '@/study/outline/lesson-words';
import { compareLessons, searchLessons, toNeedles } from '@/study/search/search-hits';
import { cutPassage, findLine, findPlaces } from '@/study/search/search-passages';

const words = (title: string, lines: (readonly [string, WordLine['kind']?])[], place = 0, courseId = 'c1') => {
  const all = lines.map(([text, kind = 'text']) => toLine({ text, kind }));
  return { id: title, key: title, ...toLessonWords({ courseId, title, place, readings: [], lines: all }) };
};
/** A time budget that is never used up, so that the search never pauses. */
const pace = { isOver: () => false, rest: () => Promise.resolve() };
const needles = (query: string) => toNeedles(readQuery(query), new Map());

describe('folding of letters', () => {
  test.each([
    ['ｶﾞｲﾄﾞ', 'がいど'],
    ['か\u3099', 'が'],
    ['ＡＢＣ １２', 'abc 12'],
    ['情報 量', '情報量'],
    ['Git  と GitHub Actions', 'gitとgithub actions'],
    ['㈱みなと', '(株)みなと'],
    ['  前後  ', '前後'],
    ['ヴァイオリン', 'ゔぁいおりん'],
    ['İstanbul', 'i̇stanbul'],
  ])('「%s」 is folded to 「%s」', (text, folded) => {
    expect(foldText(text)).toBe(folded);
  });

  test('each folded letter has its position in the source text, also when one letter became several', () => {
    const text = '㈱ ｶﾞ A  B';
    const { folded, starts, ends } = foldWithPlaces(text);
    expect(folded).toBe('(株)がa b');
    expect(starts.map((start, at) => text.slice(start, ends[at]))).toEqual(['㈱', '㈱', '㈱', 'ｶﾞ', 'A', '  ', 'B']);
  });

  test('fault: a line longer than the maximum number of function arguments is folded', () => {
    expect(foldWithPlaces('㌖'.repeat(24_000)).starts).toHaveLength(144_000);
  });
});

test.each([
  ['情報　量', ['情報', '量']],
  ['"残留 リスク" 例', ['残留りすく', '例']],
  ['“Git Bash” Git', ['git bash', 'git']],
  ['"閉じていない', ['閉じていない']],
  ['同じ 同じ', ['同じ']],
  [' "" ', []],
])('the query %s is parsed as %j', (query, read) => {
  expect(readQuery(query)).toEqual(read);
});

describe('readings of words', () => {
  const readings = new Map([
    ['じょうほうりょう', new Set(['情報量'])],
    ['し', new Set(['死'])],
    ['まも', new Set(['守', ''])],
  ]);
  test.each([
    ['ジョウホウリョウ', [['じょうほうりょう', '情報量']]],
    ['じょうほう', [['じょうほう', '情報量']]],
    ['じ', [['じ']]],
    ['じょ', [['じょ']]],
    ['し', [['し', '死']]],
    ['りょう', [['りょう']]],
    ['マモル', [['まもる', '守る']]],
    ['まもられる', [['まもられる', '守られる']]],
    ['じょうほうりょうを', [['じょうほうりょうを', '情報量を']]],
    ['をまもる', [['をまもる']]],
    ['まも率', [['まも率']]],
  ])('the query %s searches for %j', (query, found) => {
    expect(toNeedles(readQuery(query), readings)).toEqual(found);
  });

  test('fault: a furigana reading above invisible letters → a query with that reading is searched for as it is', () => {
    expect(toNeedles(['かな'], new Map([['かな', new Set([foldText('　')])]]))).toEqual([['かな']]);
  });

  test('fault: thousands of readings begin with the query → only some of their words are searched for', () => {
    const alike = Array.from({ length: 2000 }, (_, at) => [`よみがな${at}`, new Set([`字${at}番`])] as const);
    expect(toNeedles(['よみが'], new Map(alike))[0]?.length).toBeLessThan(500);
  });
});

describe('rank of a hit', () => {
  const lesson = words('標準偏差', [['分散とは', 'heading'], ['データの散らばりを表します'], ['エントロピー']]);
  test.each([
    ['標準', 0],
    ['標準 分散', 1],
    ['分散', 1],
    ['散らばり 標準', 2],
    ['散らばり 無い', undefined],
    ['偏差 分散とはデータ', undefined],
  ])('the hit in 「%s」 has the rank %s', async (query, rank) => {
    expect((await searchLessons([lesson], needles(query), 9, pace))[0]?.rank).toBe(rank);
  });

  test('search hits are ordered by title, heading, text, then by course and position', async () => {
    const lessons = [
      words('x3', [['木']], 3),
      words('x2', [['木']], 2),
      words('y0', [['木', 'heading']], 0, 'c0'),
      words('木', [], 9),
      words('z', [['林']], 0),
      words('y1', [['木']], 0, 'c0'),
    ];
    const order = new Map([
      ['c0', 0],
      ['c1', 1],
    ]);
    const find = async (most: number) => {
      const hits = await searchLessons(lessons.toSorted(compareLessons(order)), needles('木'), most, pace);
      return hits.map(({ lesson: { id } }) => id);
    };
    expect(await find(9)).toEqual(['木', 'y0', 'y1', 'x2', 'x3']);
    expect(await find(3)).toEqual(['木', 'y0', 'y1']);
  });
});

test('an aborted search ends at its next pause for the page', async () => {
  const lessons = Array.from({ length: 100 }, (_, index) => words(`l${index}`, []));
  let rests = 0;
  const rest = () => {
    rests += 1;
    return Promise.reject(new Error('given up'));
  };
  await expect(searchLessons(lessons, needles('無い'), 9, { isOver: () => true, rest })).rejects.toThrow('given up');
  expect(rests).toBe(1);
});

test('each line of a lesson in the search index has its heading, and no match spans two lines', async () => {
  const lesson = words('題', [['前'], ['見出し', 'heading'], ['後\n # ろ'], ['問い？', 'question']]);
  expect([0, 1, 2, 3, 4, 5].map((at) => readLine(lesson, at))).toEqual([
    { text: '題', heading: '', kind: 'heading' },
    { text: '前', heading: '', kind: 'text' },
    { text: '見出し', heading: '見出し', kind: 'heading' },
    { text: '後 # ろ', heading: '見出し', kind: 'text' },
    { text: '問い？', heading: '見出し', kind: 'question' },
    undefined,
  ]);
  expect(await searchLessons([lesson], needles('前見出し'), 9, pace)).toEqual([]);
  expect(await searchLessons([lesson], needles('後#ろ'), 9, pace)).toHaveLength(1);
});

test('fault: search lines stored in versions 3 and 4, which lack definitions or fold fewer forms of kanji, are rejected', () => {
  const isUnderstood = (version: number) => z.safeParse(shownLinesSchema, { version, lines: '' }).success;
  expect([3, 4, 5].map(isUnderstood)).toEqual([false, false, true]);
});

test.each([
  ['見出し', 2],
  ['後 見出し', 3],
  ['前 後', 1],
  ['見出しの後', 3],
  ['題', undefined],
])('for the query 「%s」 line %s is shown', (query, at) => {
  const { folded } = words('題', [['前'], ['見出し', 'heading'], ['見出しの後']]);
  expect(findLine(folded, needles(query))).toBe(at);
});

describe('excerpt of a hit', () => {
  const plain = (text: string, query: string) =>
    cutPassage(text, needles(query))
      .map((part) => (part.isFound ? `[${part.text}]` : part.text))
      .join('');

  test('an excerpt marks all words of the query in their original spelling', () => {
    expect(plain('SSH鍵とｶﾞｲﾄﾞ', 'ssh がいど')).toBe('[SSH]鍵と[ｶﾞｲﾄﾞ]');
  });

  test('an excerpt is cut around the first hit, with an ellipsis', () => {
    const text = `${'あ'.repeat(100)}的${'い'.repeat(100)}`;
    expect(plain(text, '的')).toBe(`…${'あ'.repeat(18)}[的]${'い'.repeat(71)}…`);
  });

  test("a search hit's highlight ends with its word, not with the space after it", () => {
    expect(plain('残留 リスク', '残留')).toBe('[残留] リスク');
    expect(plain('残留 リスク', '残留リスク')).toBe('[残留 リスク]');
  });

  test('query words found at overlapping places are highlighted as one', () => {
    expect(findPlaces('情報量', needles('情報 報量 情報量'))).toEqual([[0, 3]]);
  });

  test('fault: query words overlap partly in the text → the highlight covers both', () => {
    expect(plain('情報量です', '情報 報量')).toBe('[情報量]です');
  });

  test('fault: an excerpt that reaches the end of the text has no ellipsis there', () => {
    const text = `${'あ'.repeat(10)}最初${'い'.repeat(72)}最後のことばたち`;
    expect(plain(text, '最初 最後のことばたち')).toMatch(/\[最後のことばたち\]$/);
  });

  test.each([
    ['🎉', `a${'🎉'.repeat(30)}的${'🎉'.repeat(60)}`],
    ['か\u3099', `a${'か\u3099'.repeat(30)}的${'か\u3099'.repeat(60)}`],
    ['ｶﾞ', `a${'ｶﾞ'.repeat(30)}的${'ｶﾞ'.repeat(60)}`],
  ])('fault: an excerpt never cuts %s in two', (letter, text) => {
    const [before = '', after = ''] = plain(text, '的').replaceAll('…', '').split('[的]');
    expect(before.replaceAll(letter, '')).toBe('');
    expect(after.replaceAll(letter, '')).toBe('');
  });
});
