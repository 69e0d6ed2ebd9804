/**
 * Property tests that compare the search with a slow and simple reference search (oracle), on random texts and queries.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';

import { foldText, foldWithPlaces, readQuery } from '@/lib/search-text';
import { toLessonWords, toLine } from '@/study/outline/lesson-words';
import { searchLessons, toNeedles } from '@/study/search/search-hits';

import { type OracleLesson, oracleFold, oracleSearch } from './search-oracle';

const letter = fc.constantFrom(
  ...Array.from(
    'かカｶはハﾊガばパうヴしシｼツっッーｰ情報量鍵𠮷吉髙高齊邊々ゝ例とのをAaＡｂB12１①㈱…🎉 　\t\u00a0-–−－〜～.*+?^$()[]{}|\\<>&/’、。「」',
  ),
  'か\u3099',
  'ｶﾞ',
  'は゜',
  'じょうほう',
  'パスワード',
  '情報量',
  'Git Bash',
  '<b>',
  '\u200b',
  '❤\ufe0f',
  ' ',
);
const text = fc.string({ unit: letter, maxLength: 14 });
const line = fc.record({ text, kind: fc.constantFrom('heading' as const, 'text' as const, 'question' as const) });
const reading = fc.tuple(
  fc.constantFrom('情報', '情報量', '鍵', '量'),
  fc.constantFrom('じょうほう', 'ジョウホウリョウ', 'かぎ', 'ｶｷﾞ', 'りょう'),
);
const lesson: fc.Arbitrary<OracleLesson> = fc.record({
  title: text,
  lines: fc.array(line, { maxLength: 5 }),
  readings: fc.array(reading, { maxLength: 2 }),
});

/** Functions that give other spellings of a word, as users may type it. */
const typed: ((word: string) => string)[] = [
  (word) => word,
  (word) => word.toUpperCase(),
  (word) => word.replace(/[ぁ-ゖ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) + 0x60)),
  (word) => word.replace(/[!-~]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) + 0xfee0)),
  (word) => word.normalize('NFD'),
  (word) => `"${word}"`,
];
/** Generates query words: parts of a lesson's text, and words from elsewhere. */
const word = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      lesson: fc.nat(),
      line: fc.nat(),
      from: fc.nat(14),
      length: fc.integer({ min: 1, max: 5 }),
      by: fc.constantFrom(...typed),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.oneof(text, fc.constantFrom('じょうほ', 'ジョウ', 'かぎ', 'ｶｷﾞ', 'じょうほうりょう', 'りょ')),
  },
);

function toQuery(
  parts: readonly (typeof word extends fc.Arbitrary<infer T> ? T : never)[],
  lessons: readonly OracleLesson[],
): string {
  return parts
    .map((part) => {
      if (typeof part === 'string') return part;
      const of = lessons[part.lesson % lessons.length];
      const texts = [of?.title ?? '', ...(of?.lines ?? []).map((each) => each.text)];
      return part.by(
        Array.from(texts[part.line % texts.length] ?? '')
          .slice(part.from, part.from + part.length)
          .join(''),
      );
    })
    .join(' ');
}

async function realSearch(lessons: readonly OracleLesson[], query: string) {
  const records = lessons.map((each, at) => {
    const words = toLessonWords({ courseId: 'c', place: at, ...each, lines: each.lines.map(toLine) });
    return { id: String(at), key: String(at), ...words };
  });
  const readings = new Map<string, Set<string>>();
  for (const { readings: pairs } of records) {
    for (let at = 0; at < pairs.length; at += 2)
      readings.set(pairs[at + 1] ?? '', (readings.get(pairs[at + 1] ?? '') ?? new Set()).add(pairs[at] ?? ''));
  }
  const needles = toNeedles(readQuery(query), readings);
  const pace = { isOver: () => true, rest: () => Promise.resolve() };
  const hits = needles.length > 0 ? await searchLessons(records, needles, 99, pace) : [];
  return lessons.map((_, at) => hits.find(({ lesson: { id } }) => id === String(at))?.rank);
}

test('the search finds exactly the lessons that the reference search (oracle) finds, with the same ranks', async () => {
  const count = { found: 0, missing: 0 };
  await fc.assert(
    fc.asyncProperty(
      fc.array(lesson, { minLength: 1, maxLength: 4 }),
      fc.array(word, { maxLength: 3 }),
      async (lessons, parts) => {
        const query = toQuery(parts, lessons);
        const truth = oracleSearch(lessons, query);
        for (const rank of truth) count[rank === undefined ? 'missing' : 'found'] += 1;
        expect(await realSearch(lessons, query)).toEqual(truth);
      },
    ),
    { seed: 16, numRuns: 2000 },
  );
  // Both outcomes, found and not found, must have occurred often enough.
  expect(Math.min(count.found, count.missing)).toBeGreaterThan(300);
});

test('texts are folded as the reference search (oracle) folds them, both whole and letter by letter', () => {
  fc.assert(
    fc.property(text, (some) => {
      expect(foldText(some)).toBe(oracleFold(some).join(''));
    }),
    { seed: 16, numRuns: 2000 },
  );
  fc.assert(
    fc.property(
      fc.string({ unit: fc.oneof(letter, fc.string({ unit: 'binary', maxLength: 2 })), maxLength: 12 }),
      (some) => {
        const { folded, starts, ends } = foldWithPlaces(some);
        expect(folded).toBe(foldText(some));
        expect([starts.length, ends.length]).toEqual([folded.length, folded.length]);
      },
    ),
    { seed: 16, numRuns: 2000 },
  );
});
