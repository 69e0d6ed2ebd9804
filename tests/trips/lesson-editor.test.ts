/** Tests the lesson editor: creating and editing lessons, limits of their text, hints about it, and failures. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import {
  CHAPTER,
  field,
  LESSON,
  makeLesson,
  makeOldLesson,
  openLesson,
  readEditor,
  readLesson,
  save,
  saveTextAs,
  storedText,
  write,
} from '@tests/support/lesson-editing';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { Lesson } from '@/api/lessons';

useOwnServer('lesson-editor');

const network = useNetworkStub();

/** The lesson of the current test: each test has its own, because tests change it. */
let lessonId: string;

const sentTo = (method: string, path: RegExp) =>
  network.sent.filter((sent) => sent.method === method && path.test(sent.path));
const lastChange = () => JSON.parse(sentTo('PATCH', /^\/lessons\//).at(-1)?.body ?? '{}') as Partial<Lesson>;
const listed = () => sentTo('GET', /^\/lessons\/\?/).map(({ path }) => /\?(.*)&page=1&size=200$/.exec(path)?.[1]);
const openEditor = () => openLesson(lessonId, 'teacher');

/** Counts the uploads, which use XMLHttpRequest instead of fetch. */
function countUploads() {
  const open = vi.spyOn(XMLHttpRequest.prototype, 'open');
  return () => open.mock.calls.filter(([method]) => method === 'PUT').length;
}

beforeEach(async () => {
  lessonId = await makeOldLesson();
});

describe('an imported text', () => {
  test('the title and minutes in an imported text are offered to the lesson’s form', async () => {
    const app = await openEditor();
    await write('---\ntitle: "変数と型"\nminutes: 7\n---\n\n本文');

    await app.user.click(await screen.findByRole('button', { name: 'フォームに入れる' }));

    expect(((await field(/タイトル/)) as HTMLInputElement).value).toBe('変数と型');
    expect(((await field(/目安/)) as HTMLInputElement).value).toBe('7');
    await waitFor(() => expect(screen.queryByRole('button', { name: 'フォームに入れる' })).toBeNull());
  });

  test('an imported text’s broken links and missing pictures are listed', async () => {
    await openEditor();
    await write(
      `## 節\n\n[節](#節) [無](#無い) [課](./${LESSON}.md) [隣](/lessons/${LESSON}) [昔](/lessons/gone) [次](./next.md)\n\n![図](./a.png)`,
    );

    await screen.findByText('リンク先が見つかりません：#無い、/lessons/gone、./next.md');
    await screen.findByText('アップロードされていない画像があります：./a.png');
    expect(new Set(listed())).toEqual(new Set(['courseId=security', `ids=gone%2C${LESSON}`]));
  });
});

describe('a new lesson', () => {
  test('a new lesson is saved into the preselected chapter, and a student can read it', async () => {
    const app = await renderApp({ user: 'teacher', path: `/lessons/new?chapterId=${CHAPTER}` });
    await screen.findByText('問題集は、レッスンを保存したあとに追加できます。');
    await waitFor(() =>
      expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /チャプター/ }).value).toBe(CHAPTER),
    );
    expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /コース/ }).value).toBe('security');

    await app.user.type(await field(/タイトル/), '鍵の話');
    await app.user.type(await field(/目安/), '１２分');
    await write('## はじめに\n\n本文です。');
    await app.user.click(save());

    await screen.findByRole('heading', { level: 1, name: 'レッスンを編集' });
    const id = app.href.split('/').at(-1) ?? '';
    const lesson = await readLesson(id);
    expect(lesson).toMatchObject({ title: '鍵の話', chapterId: CHAPTER, minutes: 12 });
    expect(await storedText(lesson)).toBe('---\nbreaks: true\n---\n\n## はじめに\n\n本文です。');
    expect(app.router.history.length).toBe(1);
  });

  test('a new lesson requires a course and chapter; a missing field is named and nothing is sent', async () => {
    const app = await renderApp({ user: 'teacher', path: '/lessons/new' });
    await app.user.click(await screen.findByRole('button', { name: '追加' }));

    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('コースを選んでください。');
    expect(summary.textContent).toContain('チャプターを選んでください。');
    expect(within(summary).getByRole('button', { name: 'タイトル' })).toBeTruthy();
    expect(sentTo('POST', /lessons/)).toEqual([]);

    const course = screen.getByRole('combobox', { name: /コース/ });
    await screen.findByRole('option', { name: 'Gitとコマンドライン' });
    await app.user.selectOptions(course, 'git');
    const chapters = () => screen.getByRole('combobox', { name: /チャプター/ }).querySelectorAll('optgroup');
    await waitFor(() => expect(chapters().length).toBeGreaterThan(0));
  });

  test('another chapter can be chosen for a new lesson whose chapter was deleted', async () => {
    await renderApp({ user: 'teacher', path: '/lessons/new?chapterId=gone' });

    await waitFor(() => expect(screen.getByRole<HTMLSelectElement>('combobox', { name: /チャプター/ }).value).toBe(''));
  });
});

describe('an existing lesson', () => {
  test('an existing lesson fills the form; changing only its title uploads nothing', async () => {
    lessonId = LESSON;
    const app = await openEditor();
    const uploads = countUploads();
    const before = await readLesson(LESSON);
    expect(await readEditor()).toBe(await storedText(before));

    await app.user.type(await field(/タイトル/), '・改');
    await app.user.click(save());
    await waitFor(() => expect(sentTo('PATCH', /passkeys/)).toHaveLength(1));

    expect(lastChange()).toMatchObject({ title: `${before.title}・改`, contentId: before.contentId });
    expect(lastChange().updatedAt).toBe(before.updatedAt);
    expect(uploads()).toBe(0);
    await waitFor(async () => expect((await readLesson(LESSON)).title).toBe(`${before.title}・改`));
    await callAs('teacher', 'PATCH', `/lessons/${LESSON}`, { title: before.title });
  });

  test('a changed text is uploaded as a new file, so that readers never see half of a change', async () => {
    const app = await openEditor();
    await write('一つ目');
    await app.user.click(save());
    await waitFor(async () => expect((await readLesson(lessonId)).contentId).toBeTruthy());
    const first = await readLesson(lessonId);

    await write('二つ目');
    await app.user.click(save());

    await waitFor(async () => expect((await readLesson(lessonId)).contentId).not.toBe(first.contentId));
    expect(await storedText(await readLesson(lessonId))).toBe('二つ目');
    expect(await storedText(first)).toBe('一つ目');
  });

  test('two quick clicks save a lesson once', async () => {
    const app = await openEditor();
    const release = network.hold(/^PATCH /);
    await app.user.type(await field(/タイトル/), '!');
    await app.user.click(save());
    fireEvent.submit(screen.getByRole('form', { name: 'レッスンを編集' }));
    release();

    await screen.findByText('レッスンを保存しました');
    expect(sentTo('PATCH', /lessons/)).toHaveLength(1);
  });

  test('an error of the server about a lesson is shown on its field', async () => {
    const app = await openEditor();
    const errors = [{ path: 'chapterId', message: '指定されたチャプターがありません。' }];
    network.answer(/^PATCH /, 422, { title: '入力に誤りがあります', status: 422, errors });
    await app.user.type(await field(/タイトル/), '!');
    await app.user.click(save());

    const summary = await screen.findByRole('alert');
    expect(summary.textContent).toContain('指定されたチャプターがありません。');
    expect(screen.getByRole('combobox', { name: /チャプター/ }).getAttribute('aria-invalid')).toBe('true');
  });

  test.each([
    [413, '内容が大きすぎて保存できません。'],
    [429, '短い時間に何度も送られたため'],
    [500, 'サーバーで問題が起きました。'],
    [404, '保存先が見つかりません。'],
  ])('keeps the typed lesson when the server answers %i', async (status, words) => {
    const app = await openEditor();
    await write('消えない文章');
    network.answer(/^PATCH /, status, { title: '', status });
    await app.user.click(save());

    expect((await screen.findByRole('alert')).textContent).toContain(words);
    expect(await readEditor()).toBe('消えない文章');
  });

  test('the lesson editor keeps the typed text when the connection is lost, and uploads no text twice', async () => {
    const app = await openEditor();
    const uploads = countUploads();
    await write('つながらない');
    network.cut(/^PATCH /);
    await app.user.click(save());
    await screen.findByText('接続できませんでした。入力した内容はこのまま残っています。');
    network.restore();
    await app.user.click(save());

    await waitFor(async () => expect((await readLesson(lessonId)).contentId).toBeTruthy());
    expect(await storedText(await readLesson(lessonId))).toBe('つながらない');
    expect(uploads()).toBe(1);
  });
});

test('a title and text with HTML are plain text in the form and the preview', async () => {
  const app = await openEditor();
  await app.user.type(await field(/タイトル/), '<img src=x onerror=alert(1)>');
  await write('<script>alert(1)</script>\n\n<img src=x onerror="alert(1)">\n\n[押す](javascript:alert(1))');
  await app.user.click(screen.getByRole('radio', { name: 'プレビュー' }));

  const preview = await screen.findByRole('region', { name: 'プレビュー' });
  await within(preview).findByText('<script>alert(1)</script>');
  expect(preview.querySelector('script, img, [onerror], a[href^="javascript"]')).toBeNull();
});

test('the editor warns of a picture whose host is not allowed', async () => {
  await openEditor();
  await write('![図](https://elsewhere.example/a.png)');

  await screen.findByText(/^elsewhere\.example の画像は表示できず、受講者にはリンクになります/);
});

test('the editor warns of a text that exceeds the renderer’s limit', async () => {
  await openEditor();
  await write('あ'.repeat(40_000));

  await screen.findByText(/長すぎるか複雑すぎるため、受講者には書いたままの文字で表示されます/);
});

describe('hints about a text', () => {
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
});
