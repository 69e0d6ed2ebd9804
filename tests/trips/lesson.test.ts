/** Tests a lesson: reading it, marking it as read, and going to the next lesson by button and by key. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { sendAtOnce } from '@tests/support/undo-time';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { noteReachability } from '@/api/network/reachability';
import { HOUR_MS } from '@/lib/constants';
import { shiftClock } from '@/storage/now';

const network = useNetworkStub();
const actions = () => within(screen.getByRole('group', { name: 'レッスンの操作' }));
const findTitle = (name: string) => screen.findByRole('heading', { level: 1, name });
const PIPES = 'パイプとリダイレクト';
const NEXT = '手順をシェルスクリプトにまとめる';
const PREVIOUS = 'ファイルとディレクトリを操作する';

describe('reading', () => {
  test('a lesson shows its text, its table of contents and its question sets', async () => {
    await renderApp({ user: 'student', path: '/lessons/git-pipes' });

    await findTitle(PIPES);
    expect(screen.getByRole('main').textContent).toContain('Gitとコマンドライン\u00A0・ 約8分');
    const article = within(screen.getByRole('article'));
    const contents = within(screen.getByRole('navigation', { name: '目次' })).getAllByRole('link');
    await article.findByRole('heading', { level: 2, name: contents[0]?.textContent ?? '' });
    await article.findByRole('heading', { level: 2, name: '問題集' });
    expect(article.getAllByRole('link', { name: /を解く$/ }).map((link) => link.getAttribute('href'))).toEqual([
      '/question/solve/git-q-cli',
    ]);
    expect(article.getAllByText(/^前回 \d \/ \d/)).toHaveLength(1);
  });

  test('a lesson without a text shows that it has none', async () => {
    const lesson = { id: 'git-pipes', courseId: 'git', sectionId: 's', chapterId: 'c', title: PIPES };
    network.answer('GET /lessons/git-pipes', 200, { ...lesson, updatedAt: '2026-11-01T00:00:00Z' });
    await renderApp({ user: 'student', path: '/lessons/git-pipes' });

    await screen.findByText('本文はまだありません');
  });

  test('a question set without questions shows that it has none, and offers no solving', async () => {
    const lesson = (await callAs('student', 'GET', '/lessons/git-pipes')) as object;
    const questionSets = [{ id: 'git-q-cli', title: '準備中の問題', questionCount: 0 }];
    network.answer('GET /lessons/git-pipes', 200, { ...lesson, questionSets });
    await renderApp({ user: 'matsumoto', path: '/lessons/git-pipes' });

    const set = within(await screen.findByRole('region', { name: '問題集' }));
    set.getByText('問題はまだありません');
    expect(set.queryByRole('link')).toBeNull();
  });

  test('a cached copy of a lesson is replaced as soon as the server answers again', async () => {
    const lesson = await callAs('student', 'GET', '/lessons/git-pipes');
    network.answer('GET /lessons/git-pipes', 200, lesson, { 'x-cached-at': '2026-11-01T00:00:00.000Z' });
    await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await screen.findByText(/端末の保存 2026年11月1日/);
    noteReachability(false);
    network.restore();

    noteReachability(true);
    await waitFor(() => expect(screen.queryByText(/端末の保存/)).toBeNull());
  });
});

describe('a picture with a signed URL that expires', () => {
  const CONTENT = 'GET /content/statistics-img-scatter';
  const asked = () => network.sent.filter(({ method, path }) => `${method} ${path}` === CONTENT);
  const findPicture = (signature: number) =>
    waitFor(() => {
      const picture = within(screen.getByRole('button', { name: /^画像を拡大：三つの散布図/ })).getByRole('img');
      expect(picture.getAttribute('src')).toContain(`signature=${signature}&`);
      return picture;
    });
  /** Refuses requests for the picture, including the retry without CORS. */
  const refuse = async (signature: number) => {
    fireEvent.error(await findPicture(signature));
    fireEvent.error(await findPicture(signature));
  };

  beforeEach(() => {
    const url = () => `https://files.example/scatter.webp?expires=60&signature=${asked().length}`;
    network.answer(CONTENT, 200, () => ({ url: url() }));
  });
  afterEach(() => shiftClock(0));

  test('fault: a picture’s signed URL expires while shown → a new URL is requested once, bypassing caches, and used', async () => {
    await renderApp({ user: 'student', path: '/lessons/statistics-correlation' });
    await refuse(1);
    await findPicture(2);
    expect(asked().map(({ cache }) => cache)).toEqual([undefined, 'no-store']);
  });

  test('fault: a picture’s new URL is refused as well → an error is shown, and no third request is sent', async () => {
    await renderApp({ user: 'student', path: '/lessons/statistics-correlation' });
    await refuse(1);
    await refuse(2);
    await screen.findByRole('img', { name: /^三つの散布図/ });
    screen.getByText(/^画像を表示できません：三つの散布図/);
    expect(asked()).toHaveLength(2);
  });

  test('fault: a picture’s signed URL expires again an hour later in the same view → a new URL is requested once more', async () => {
    await renderApp({ user: 'student', path: '/lessons/statistics-correlation' });
    await refuse(1);
    await findPicture(2);
    shiftClock(HOUR_MS);
    await refuse(2);
    await findPicture(3);
    expect(asked()).toHaveLength(3);
  });
});

describe('an imported text', () => {
  const shows = (text: string) =>
    network.answer(/\/files\/pub-container\/git-pipes\.md/, 200, text, { 'Content-Type': 'text/markdown' });

  test('an imported text shows its title once, and no front matter', async () => {
    shows(`---\ntitle: 設定\n---\n# ${PIPES}\n\n## 節\n\nことば`);
    await renderApp({ user: 'student', path: '/lessons/git-pipes' });

    await screen.findByText('ことば');
    expect(screen.getAllByRole('heading', { name: PIPES })).toHaveLength(1);
    expect(screen.getByRole('article').textContent).not.toContain('設定');
    expect(screen.getByRole('heading', { name: '節', level: 2 })).toBeDefined();
  });

  test('relative links of an imported text lead to the course’s lessons, also offline', async () => {
    shows('[前の章](./git-files.md) [ここ](./git-pipes.md#x) [無い章](./none.md)');
    const app = await renderApp({ user: 'student', path: '/lessons/git-files' });
    await findTitle(PREVIOUS);
    await app.goTo('/lessons/git-pipes');
    const link = await screen.findByRole('link', { name: '前の章' });
    expect(screen.getByRole('link', { name: 'ここ' }).getAttribute('href')).toBe('/lessons/git-pipes#x');
    network.cut();

    await app.user.click(link);

    await findTitle(PREVIOUS);
    expect(app.href).toBe('/lessons/git-files');
  });
});

describe('読了にする', () => {
  test('読了にする (mark as read) sends one PUT, shows 読了 in lesson and course, and survives a reload', async () => {
    const app = await renderApp({ user: 'hayashi', path: '/lessons/git-pipes' });
    await app.user.click(await screen.findByRole('button', { name: '読了にする' }));
    await sendAtOnce();
    await waitFor(() => expect(actions().getByRole('status').textContent).toBe('読了'));
    const puts = network.sent.filter(({ method }) => method === 'PUT');
    expect(puts.map(({ path, body }) => [path, body])).toEqual([
      [expect.stringMatching(/^\/progress\/lesson\/git-pipes\?at=\d/), ''],
    ]);

    await app.reload();
    await waitFor(() => expect(actions().getByRole('status').textContent).toBe('読了'));
    expect(actions().queryByRole('button', { name: '読了にする' })).toBeNull();

    await app.goTo('/courses/git');
    await screen.findByRole('link', { name: new RegExp(`${PIPES}.*（読了）`) });
    expect(screen.getByRole('main').textContent).toContain('3 / 13 レッスン読了');
  });

  test('読了にする (mark as read) offline is stored on the device, counts on its screens, and is sent once online', async () => {
    const app = await renderApp({ user: 'shimizu', path: '/lessons/security-malware' });
    network.cut();

    await app.user.click(await screen.findByRole('button', { name: '読了にする' }));

    await waitFor(() => expect(actions().getByRole('status').textContent).toBe('端末に保存 ・ 送信待ち'));
    network.restore();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(actions().getByRole('status').textContent).toBe('読了'));
  });
});

describe('the next and previous lesson', () => {
  let app: OpenedApp;
  beforeEach(async () => {
    app = await renderApp({ user: 'student', path: '/lessons/git-pipes' });
    await findTitle(PIPES);
  });

  test('the buttons lead to the next and previous lesson', async () => {
    await app.user.click(actions().getByRole('button', { name: '次のレッスン' }));
    await findTitle(NEXT);
    await app.user.click(actions().getByRole('button', { name: '前のレッスン' }));
    await findTitle(PIPES);
    expect(app.href).toBe('/lessons/git-pipes');
  });

  test.each([
    ['j', NEXT],
    ['{ArrowRight}', NEXT],
    ['k', PREVIOUS],
    ['{ArrowLeft}', PREVIOUS],
  ])('the key %s leads to the next or previous lesson', async (key, title) => {
    await app.user.keyboard(key);

    await findTitle(title);
  });

  test.each([
    ['confirms kanji', { key: 'j', isComposing: true }],
    ['is the input method’s', { key: 'j', keyCode: 229 }],
    ['has Ctrl with it', { key: 'j', ctrlKey: true }],
    ['has ⌘ with it', { key: 'k', metaKey: true }],
    ['has Alt with it', { key: 'ArrowLeft', altKey: true }],
  ])('in a lesson, a key that %s does not leave the lesson', async (_, event) => {
    fireEvent.keyDown(document.body, { code: event.key === 'j' ? 'KeyJ' : 'KeyK', ...event });
    await app.goTo('/lessons/git-pipes?x=1');

    expect(app.router.history.length).toBe(2);
    expect(app.href).toBe('/lessons/git-pipes?x=1');
  });

  test('a lesson’s shortcut key that is typed into the search does not leave the lesson', async () => {
    await app.user.click(screen.getByRole('button', { name: 'さがす' }));
    const field = await screen.findByPlaceholderText<HTMLInputElement>('さがす');

    await app.user.type(field, 'jk{ArrowRight}');

    expect(field.value).toBe('jk');
    expect(app.href).toBe('/lessons/git-pipes');
  });
});

test.each([
  ['git-terminal', '前のレッスン', '次のレッスン'],
  ['git-python', '次のレッスン', '前のレッスン'],
])('at the end of the course (%s) there is no %s', async (lesson, missing, present) => {
  const app = await renderApp({ user: 'student', path: `/lessons/${lesson}` });
  await screen.findByRole('group', { name: 'レッスンの操作' });

  expect(actions().getByRole('button', { name: missing })).toHaveProperty('disabled', true);
  expect(actions().getByRole('button', { name: present })).toHaveProperty('disabled', false);
  await app.user.keyboard(missing === '前のレッスン' ? 'k' : 'j');
  expect(app.href).toBe(`/lessons/${lesson}`);
});
