/** What the lesson editor says of a text's signs: rows with too many cells. */
import { screen } from '@testing-library/dom';
import { useOwnServer } from '@tests/support/demo';
import { makeLesson, openLesson, write } from '@tests/support/lesson-editing';
import { beforeEach, expect, test } from 'vitest';

useOwnServer('lesson-text-signs');
/** A lesson for this test alone, because tests change it. */
let lessonId: string;
const openEditor = () => openLesson(lessonId, 'teacher');

beforeEach(async () => {
  lessonId = await makeLesson();
});

test('a table row with more cells than the header is named by its line', async () => {
  await openEditor();
  await write('# 表\n\n| 語 | 意味 |\n| - | - |\n| {語|ご} | 一 |\n| 二 | 三 | 四 |');

  await screen.findByText('6行目の表は、列が見出しより多いため、はみ出した列が受講者に表示されません。');
});
