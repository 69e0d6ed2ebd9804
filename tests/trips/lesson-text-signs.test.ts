/** Tests the lesson editor's hints about a text: table rows with too many cells, and the setting for line breaks. */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import {
  CHAPTER,
  field,
  makeLesson,
  openLesson,
  readEditor,
  readLesson,
  save,
  saveTextAs,
  storedText,
  write,
} from '@tests/support/lesson-editing';
import { beforeEach, expect, test } from 'vitest';

useOwnServer('lesson-text-signs');
/** The lesson of the current test: each test has its own, because tests change it. */
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

test('the editor names syntax that learners see raw, and how far an address is a link', async () => {
  await openEditor();
  await write('一\n{% unknown %}\nhttps://example.jp/aです');

  await screen.findByText('2行目の「{% unknown %}」は、受講者には書いたままの文字で表示されます。');
  await screen.findByText(/^リンクになるアドレス：3行目の「https:\/\/example.jp\/a」。/);
});

test('a new text shows its line breaks; turning that off writes front matter into the text', async () => {
  const app = await renderApp({ user: 'teacher', path: `/lessons/new?chapterId=${CHAPTER}` });
  await app.user.type(await field(/タイトル/), '改行の話');
  await write('一\n二');
  const breaks = await screen.findByRole<HTMLInputElement>('switch', { name: /^改行をそのまま表示/ });
  expect(breaks.checked).toBe(true);

  await app.user.click(breaks);

  expect(await readEditor()).toBe('---\nbreaks: false\n---\n\n一\n二');
  await app.user.click(save());
  await screen.findByRole('heading', { level: 1, name: 'レッスンを編集' });
  expect(await storedText(await readLesson(app.href.split('/').at(-1) ?? ''))).toBe(
    '---\nbreaks: false\n---\n\n一\n二',
  );
});

test('the first text of a lesson made in the outline shows its line breaks, and so do its later saves', async () => {
  const app = await openEditor();
  await write('一\n二\n三');
  expect(screen.getByRole<HTMLInputElement>('switch', { name: /^改行をそのまま表示/ }).checked).toBe(true);

  await app.user.click(save());

  await waitFor(async () => expect(await readEditor()).toBe('---\nbreaks: true\n---\n\n一\n二\n三'));
  expect(await storedText(await readLesson(lessonId))).toBe('---\nbreaks: true\n---\n\n一\n二\n三');
  expect(screen.queryByText('未保存の変更があります')).toBeNull();
});

test('改行をそのまま表示 (keep line breaks) is off in an old text; turning it on writes front matter and changes the preview', async () => {
  await saveTextAs('teacher', lessonId, '昔の文章');
  const app = await openEditor();
  await write('春の海\nひねもす');
  await app.user.click(screen.getByRole('radio', { name: 'プレビュー' }));
  const preview = await screen.findByRole('region', { name: 'プレビュー' });
  await waitFor(() => expect(preview.querySelector('p')?.textContent).toBe('春の海ひねもす'));
  const breaks = screen.getByRole<HTMLInputElement>('switch', { name: /^改行をそのまま表示/ });
  expect(breaks.checked).toBe(false);
  expect(screen.getByText(/^1回だけの改行は、続けて表示されます。/)).toBeTruthy();

  await app.user.click(breaks);

  await waitFor(() => expect(preview.querySelector('br')).toBeTruthy());
  await app.user.click(screen.getByRole('radio', { name: '書く' }));
  expect(await readEditor()).toBe('---\nbreaks: true\n---\n\n春の海\nひねもす');
  await app.user.click(save());
  await screen.findByText('レッスンを保存しました');
  expect(await storedText(await readLesson(lessonId))).toBe('---\nbreaks: true\n---\n\n春の海\nひねもす');
});
