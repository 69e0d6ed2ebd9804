/** Tests pictures in a lesson: checks before the upload, alternative text, and the library of all files. */
import { EditorView } from '@codemirror/view';
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { cancelQuestion } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { pictures, pngOf } from '@tests/support/pictures';
import { box } from '@tests/support/tagged-pictures';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import type { Content } from '@/api/files/contents';

useOwnServer('lesson-pictures');
const network = useNetworkStub();
const png = (name: string) => new File([pictures.png], name, { type: 'image/png' });

const heic = new Uint8Array(box('ftyp', Buffer.from('heic\0\0\0\0mif1heic', 'latin1')));

const editor = async () => EditorView.findFromDOM(await screen.findByRole('textbox', { name: '本文' }));
const text = async () => (await editor())?.state.doc.toString() ?? '';
const dialog = (name: string) => within(screen.getByRole('dialog', { name }));
/** The `accept` attribute is ignored, as a device’s file picker may offer any file. */
const choose = async (...files: File[]) =>
  fireEvent.change(screen.getByLabelText('画像ファイル'), { target: { files } });
let opened: { mock: { calls: unknown[][] } };
const uploads = () => opened.mock.calls.filter(([method]) => method === 'PUT');
const listContents = async () => ((await callAs('teacher', 'GET', '/content/?size=200')) as { items: Content[] }).items;

let app: OpenedApp;
let before: string[];
beforeEach(async () => {
  // Stubs object URLs, which jsdom lacks; their content does not matter for the test.
  Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => undefined });
  opened = vi.spyOn(XMLHttpRequest.prototype, 'open');
  app = await renderApp({ user: 'teacher', path: '/lessons/new' });
  await editor();
  before = (await listContents()).map(({ id }) => id);
});
afterEach(async () => {
  const added = (await listContents()).filter(({ id }) => !before.includes(id));
  for (const { id } of added) await callAs('teacher', 'DELETE', `/content/${id}`);
});

describe('a chosen picture', () => {
  test('a chosen picture is uploaded under its own name and inserted with its alternative text', async () => {
    await choose(png('../\u202E図 1.png'));
    const alt = await screen.findByRole('textbox', { name: /の代替テキスト$/ });
    await app.user.type(alt, '構成図');
    await waitFor(() =>
      expect(dialog('画像を追加').getByRole<HTMLButtonElement>('button', { name: '本文に入れる' }).disabled).toBe(
        false,
      ),
    );
    await app.user.click(dialog('画像を追加').getByRole('button', { name: '本文に入れる' }));

    await waitFor(async () => expect(await text()).toMatch(/^!\[構成図\]\(content:[\w-]+\)\n$/));
    const [added] = (await listContents()).filter(({ id }) => !before.includes(id));
    expect(added?.fileName).toMatch(/図 1-[0-9a-f]{8}\.png$/);
    expect(added?.fileName).not.toMatch(/[\u202E/]/);
    expect(await text()).toContain(`content:${added?.id}`);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test.each([
    ['no picture, whatever its name says', new File(['<svg/>'], 'a.png', { type: 'image/png' }), /使えるのは PNG/],
    [
      'an SVG',
      new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'a.svg', { type: 'image/svg+xml' }),
      /使えるのは PNG/,
    ],
    ['empty', new File([], 'a.png', { type: 'image/png' }), /ファイルが空です/],
    ['too large', new File([pngOf(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }), /10 MBまで/],
    ['a HEIC', new File([heic], 'IMG_0001.HEIC', { type: 'image/heic' }), /^HEICの画像は/],
  ])('a picture that is %s is not uploaded, and the reason is shown', async (_, file, words) => {
    await choose(file);

    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(screen.queryByRole('button', { name: /もう一度/ })).toBeNull();
    expect(uploads()).toHaveLength(0);
    await app.user.click(screen.getByRole('button', { name: /を外す$/ }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('a failed upload of a picture is shown, and repeated on request', async () => {
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementationOnce(function fail(this: XMLHttpRequest) {
      this.dispatchEvent(new ProgressEvent('error'));
    });
    await choose(png('a.png'));
    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした');

    await app.user.click(screen.getByRole('button', { name: 'a.pngをもう一度送る' }));

    await screen.findByText('アップロード済み');
  });

  test('cancelling an upload of a picture inserts nothing into the text', async () => {
    const abort = vi.spyOn(XMLHttpRequest.prototype, 'abort');
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
    await choose(png('a.png'));
    await waitFor(() => expect(uploads()).toHaveLength(1));
    await app.user.click(await screen.findByRole('button', { name: 'a.pngを取り消す' }));

    expect(abort).toHaveBeenCalled();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await text()).toBe('');
  });

  test('the app asks before the user leaves a screen with a running upload', async () => {
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
    await choose(png('a.png'));
    await waitFor(() => expect(uploads()).toHaveLength(1));
    app.router.history.push('/courses');

    await screen.findByText('アップロード中の画像は取り消されます。');
    expect(app.href).toBe('/lessons/new');
  });

  test('Enter inserts a picture, except an Enter that confirms kanji in an IME composition', async () => {
    await choose(png('a.png'));
    const alt = await screen.findByRole('textbox', { name: 'a.pngの代替テキスト' });
    await screen.findByText('アップロード済み');
    fireEvent.keyDown(alt, { key: 'Enter', isComposing: true });
    fireEvent.keyDown(alt, { key: 'Enter', keyCode: 229 });
    expect(await text()).toBe('');
    fireEvent.keyDown(alt, { key: 'Enter' });

    await waitFor(async () => expect(await text()).toMatch(/^!\[\]\(content:/));
  });
});

describe('several pictures', () => {
  test('several pictures are inserted together in order; a rejected one is named and does not block the others', async () => {
    await choose(png('一.png'), new File(['x'], '文.txt'), png('二.png'));
    await waitFor(() => expect(screen.getAllByText('アップロード済み')).toHaveLength(2));
    const insert = dialog('画像を追加').getByRole<HTMLButtonElement>('button', { name: '本文に入れる' });
    await screen.findByText('送れなかった1枚は、本文に入りません。');
    await app.user.type(screen.getByRole('textbox', { name: '一.pngの代替テキスト' }), '最初');
    await app.user.type(screen.getByRole('textbox', { name: '二.pngの代替テキスト' }), '次');
    await app.user.click(insert);

    await waitFor(async () => expect(await text()).toMatch(/^!\[最初\]\(content:.+\)\n\n!\[次\]\(content:.+\)\n$/));
  });

  test('several pictures cannot be inserted while one of them is still uploading', async () => {
    await choose(png('一.png'));
    await screen.findByText('アップロード済み');
    vi.spyOn(XMLHttpRequest.prototype, 'send').mockReturnValue(undefined);
    await choose(png('二.png'));
    await screen.findByRole('button', { name: '二.pngを取り消す' });
    const insert = dialog('画像を追加').getByRole<HTMLButtonElement>('button', { name: '本文に入れる' });
    expect(insert.disabled).toBe(true);

    await app.user.click(screen.getByRole('button', { name: '二.pngを取り消す' }));
    expect(insert.disabled).toBe(false);
  });

  test('追加せずに閉じる (close without adding) discards the chosen pictures', async () => {
    await choose(png('a.png'));
    await screen.findByText('アップロード済み');
    await cancelQuestion(app);
    await screen.findByText('本文には入りません。アップロード済みの画像は一覧に残ります。');
    await app.user.click(screen.getByRole('button', { name: '追加せずに閉じる' }));

    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(await text()).toBe('');
  });
});

describe('the library', () => {
  const LIBRARY = 'アップロード済みのファイル';
  const open = async () => {
    await app.user.click(screen.getByRole('button', { name: LIBRARY }));
    return within(await screen.findByRole('dialog', { name: LIBRARY }));
  };

  test('the library finds pictures by name, and inserts one with alternative text', async () => {
    const library = await open();
    const all = (await listContents()).filter(({ fileType }) => fileType === 'img');
    await library.findByText(`${all.length}件`);
    const wanted = all[0]?.fileName ?? '';
    await app.user.type(library.getByRole('searchbox', { name: 'ファイル名でさがす' }), wanted);
    await library.findByText('1件');
    await app.user.click(library.getByRole('button', { name: new RegExp(wanted) }));
    await app.user.type(library.getByRole('textbox', { name: /代替テキスト/ }), '図');
    await app.user.click(library.getByRole('button', { name: '本文に入れる' }));

    await waitFor(async () => expect(await text()).toBe(`![図](content:${all[0]?.id})\n`));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('the library lists the lessons that a deletion breaks, and deletes the picture once confirmed', async () => {
    await choose(png('消す.png'));
    await screen.findByText('アップロード済み');
    await app.user.click(screen.getByRole('button', { name: '本文に入れる' }));
    await waitFor(async () => expect(await text()).toContain('content:'));
    const library = await open();
    await app.user.click(await library.findByRole('button', { name: /^消す-/ }));
    const remove = () => library.getByRole('button', { name: /を削除$/ });
    await app.user.click(remove());
    await library.findByText(/いま編集している本文でも使われています。この画像を使っているレッスンや問題では/);
    await app.user.click(remove());

    await waitFor(() => expect(library.queryByRole('button', { name: /^消す-/ })).toBeNull());
    expect((await listContents()).map(({ fileName }) => fileName).join()).not.toContain('消す-');
  });

  test('the library says that it is offline, and retries on request', async () => {
    network.cut(/^GET \/content\/\?/);
    const library = await open();
    await library.findByText('通信できないため、一覧を表示できません');
    network.restore();
    await app.user.click(library.getByRole('button', { name: 'もう一度' }));

    await library.findByText(/^\d+件$/);
  });

  test('the library explains what to do when it finds nothing', async () => {
    const library = await open();
    await app.user.type(library.getByRole('searchbox', { name: 'ファイル名でさがす' }), 'どこにもない');

    await library.findByText('名前の合うファイルはありません');
  });
});
