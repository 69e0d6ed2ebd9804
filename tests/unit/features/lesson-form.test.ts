/** Tests the lesson form's values, and the version that is saved with a draft. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { readDraftBase } from '@/device/drafts/form-drafts';
import { lessonFormSchema } from '@/features/lessons/lesson-form';
import { lessonVersionSchema } from '@/queries/curriculum/lesson-writes';
import '@/ui/forms/use-app-form';

const filled = { title: ' 鍵 ', courseId: 'c', chapterId: 'k', minutes: '', text: '' };
const complaints = (changes: Partial<typeof filled>) =>
  z
    .safeParse(lessonFormSchema, { ...filled, ...changes })
    .error?.issues.map(({ path, message }) => [path.join('.'), message]);

test.each([
  ['', null],
  [' 5 ', 5],
  ['１２', 12],
  ['８分', 8],
  ['600', 600],
])("a lesson's minutes %j are read as %j", (minutes, expected) => {
  expect(z.parse(lessonFormSchema, { ...filled, minutes })).toMatchObject({ title: '鍵', minutes: expected });
});

test.each([['0'], ['601'], ['1.5'], ['-3'], ['十分'], ['1e3'], ['9999999']])(
  "a lesson's minutes may not be %j",
  (minutes) => {
    expect(complaints({ minutes })?.map(([path]) => path)).toEqual(['minutes']);
  },
);

test.each([
  ['０', '1以上の数にしてください。'],
  ['６０１', '600以下の数にしてください。'],
  ['十分', '数字で入力してください。'],
])("fault: a lesson's minutes %j are refused with a message that names the problem", (minutes, words) => {
  expect(complaints({ minutes })).toEqual([['minutes', words]]);
});

test('missing fields of a lesson have messages in Japanese', () => {
  expect(complaints({ title: '  ', courseId: '', chapterId: '', minutes: 'x' })).toEqual([
    ['title', '入力してください。'],
    ['courseId', 'コースを選んでください。'],
    ['chapterId', 'チャプターを選んでください。'],
    ['minutes', '数字で入力してください。'],
  ]);
  expect(complaints({ text: 'あ'.repeat(350_000) })).toEqual([['text', '本文が長すぎます。1 MBまでにしてください。']]);
});

test('the lesson version saved with a draft is read back unchanged; an invalid record gives no version', () => {
  const version = {
    updatedAt: '2026-11-01T00:00:00Z',
    title: '題',
    chapterId: 'k',
    minutes: undefined,
    contentId: 'x',
  };

  expect(readDraftBase(lessonVersionSchema, JSON.stringify(version))).toEqual(version);
  for (const stored of [undefined, '', '2026-11-01T00:00:00Z', '{}', '[]', 'null']) {
    expect(readDraftBase(lessonVersionSchema, stored)).toBeUndefined();
  }
});
