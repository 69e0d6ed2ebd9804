/** Tests a course saved on the device (pack), as the course screen, the course list and my page show it. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { type FakeCaches, installCaches } from '@tests/support/fake-caches';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test } from 'vitest';

const network = useNetworkStub();
const COURSE = 'はじめての統計';
let caches: FakeCaches;

beforeEach(() => {
  caches = installCaches();
});

const card = () => within(screen.getByRole('region', { name: 'この端末に保存' }));
const storage = () => within(screen.getByRole('region', { name: 'この端末の保存' }));
const press = async (app: Awaited<ReturnType<typeof renderApp>>, name: string) =>
  app.user.click(await card().findByRole('button', { name }));

interface Outline {
  sections: { chapters: { lessons: { id: string }[] }[] }[];
}

const withoutVersions = (body: unknown): unknown =>
  JSON.parse(JSON.stringify(body, (name, value: unknown) => (name === 'updatedAt' ? undefined : value)));

/** Stubs the course with one lesson, a picture and a question set, enough to cover every step of saving. */
async function shortenCourse(changes: { updatedAt?: string } = {}, hasVersions = true): Promise<void> {
  const course = (await callAs('student', 'GET', '/courses/statistics')) as Outline;
  const [section] = course.sections;
  const [chapter] = section?.chapters ?? [];
  const lessons = chapter?.lessons.filter(({ id }) => id === 'statistics-spread') ?? [];
  const sections = [{ ...section, chapters: [{ ...chapter, lessons }] }];
  const body = { ...course, ...changes, sections };
  network.answer('GET /courses/statistics', 200, hasVersions ? body : withoutVersions(body));
}

async function mend(): Promise<void> {
  network.restore();
  await shortenCourse();
}

async function openCourse() {
  await shortenCourse();
  return renderApp({ user: 'student', path: '/courses/statistics' });
}

async function saveCourse() {
  const app = await openCourse();
  await press(app, 'この端末に保存');
  await card().findByText('保存済み');
  return app;
}

describe('the course screen', () => {
  test('a course shows its size before it is saved, and the time of saving afterwards', async () => {
    const app = await openCourse();
    expect((await card().findByText(/^約/)).textContent).toMatch(/^約[\d,.]+ (kB|MB)$/);

    await press(app, 'この端末に保存');

    await card().findByText('保存済み');
    expect(card().getByText(/本文・問題\d+点と画像\d+点が、電波がなくても開けます。/)).toBeDefined();
    expect(card().getByText(/kB$/).textContent).toMatch(/年\d+月\d+日/);
  });

  test('出発前チェック (check before travelling) opens every part without requests, and reports if the app is not cached', async () => {
    const app = await saveCourse();
    network.cut();
    network.sent.length = 0;

    await press(app, '出発前チェック');

    expect((await card().findByText(/機内モードで開けます$/)).textContent).toMatch(/^(\d+)\/\1 /);
    expect(card().getByText(/アプリ本体の保存が終わっていません/)).toBeDefined();
    expect(network.calls().filter((words) => !words.includes('/progress/'))).toEqual([]);
  });

  test('出発前チェック (check before travelling) names missing parts of a saved course, and fetches them on request', async () => {
    const app = await saveCourse();
    const store = [...caches.stores.values()][0];
    const picture = [...(store?.keys() ?? [])].find((url) => url.includes('/files/') && url.includes('.webp')) ?? '';
    // The deletion is repeated, because saving checks the copies once more at its end and would restore a copy deleted
    // at that moment.
    await waitFor(async () => {
      store?.delete(picture);
      await press(app, '出発前チェック');
      await card().findByText(/^画像（.+）：端末にありません$/, {}, { timeout: 1000 });
    });

    await press(app, '足りない分を保存');

    await waitFor(() => expect(store?.has(picture)).toBe(true));
    await waitFor(() => expect(card().queryByRole('button', { name: '中断' })).toBeNull());
    await card().findByText('保存済み');
    await press(app, '出発前チェック');
    expect((await card().findByText(/機内モードで開けます$/)).textContent).toMatch(/^(\d+)\/\1 /);
  });

  test('saving a course while offline waits, says so, and continues on request', async () => {
    const app = await openCourse();
    await card().findByText(/^約/);
    network.cut(/GET .*question-set/);
    await press(app, 'この端末に保存');

    await card().findByText('接続が切れました。つながると続きから自動で保存します。');
    await card().findByText(/^本文・問題 \d+ \/ \d+$/);
    const goOn = await card().findByRole('button', { name: '続きから保存' });
    await mend();
    // By now saving may have gone on by itself, which removes the button.
    await app.user.click(goOn);

    await card().findByText('保存済み');
  });

  test.each([
    [401, 'ログインの期限が切れました。ログインし直すと、続きから保存します。'],
    [200, /ネットワークのログインが必要かもしれません/],
  ])('saving a course explains what to do when an answer %i is not from the server', async (status, words) => {
    const app = await openCourse();
    await card().findByText(/^約/);
    network.answer(/GET \/question-set/, status, status === 200 ? '<html></html>' : { detail: '' });
    network.answer('POST /token', 401, { detail: '' });
    await press(app, 'この端末に保存');
    await card().findByText(words);
  });

  test('saving a course lists the parts that the server does not have, and counts the others as saved', async () => {
    network.answer(/GET \/content\/statistics-img-boxplot$/, 404, { detail: '' });
    const app = await openCourse();
    await press(app, 'この端末に保存');

    await card().findByText(/^画像（.+）：サーバーにありません$/);
    expect(card().queryByText('保存済み')).toBeNull();
    expect(card().getByRole('button', { name: 'もう一度保存' })).toBeDefined();
  });

  test('saving a course on a full device shows that the course was NOT saved', async () => {
    caches.quota = 3000;
    const app = await openCourse();
    await press(app, 'この端末に保存');
    await card().findByText(/端末の空きが足りず、このコースは保存されていません/);
  });

  test('saving can be paused and continued, and the saved course can be deleted', async () => {
    const app = await openCourse();
    const release = network.hold(/GET \/question-set/);
    await press(app, 'この端末に保存');
    await press(app, '中断');
    await card().findByText('保存を中断しています。保存した分は残っています。');
    release();
    await press(app, '続きから保存');
    await card().findByText('保存済み');
    await press(app, '保存を削除');
    expect(card().getByRole('group').textContent).toContain('未送信の学習は残ります');
    await press(app, '保存を削除');

    await card().findByRole('button', { name: 'この端末に保存' });
    expect([...caches.stores.values()].flatMap((store) => [...store.keys()])).toEqual([]);
  });

  test('a hidden page pauses saving a course so that another tab may save, and continues when shown again', async () => {
    const app = await openCourse();
    const release = network.hold(/GET \/question-set/);
    await press(app, 'この端末に保存');
    await waitFor(() => expect(network.calls().join()).toContain('GET /question-set'));
    fireEvent(window, Object.assign(new Event('pagehide'), { persisted: true }));
    await navigator.locks.request('packs', async () => undefined);
    release();
    fireEvent(window, Object.assign(new Event('pageshow'), { persisted: true }));
    await card().findByText('保存済み');
  });

  test.each([
    ['newer content exists', '2099-01-01T00:00:00Z'],
    ['the server is older (restored from a backup)', '2001-01-01T00:00:00Z'],
  ])('a saved course shows that %s, and is saved again on request', async (_, updatedAt) => {
    const app = await saveCourse();
    await shortenCourse({ updatedAt });
    await app.reload();
    await card().findByText('更新あり');

    await press(app, '更新を保存');

    await card().findByText('保存済み');
    expect(card().queryByText('更新あり')).toBeNull();
  });

  test('a saved course of a server without versions offers to save everything again, and 更新を保存 fetches every part', async () => {
    await shortenCourse({}, false);
    const lesson = await callAs('student', 'GET', '/lessons/statistics-spread');
    network.answer('GET /lessons/statistics-spread', 200, withoutVersions(lesson));
    const app = await renderApp({ user: 'student', path: '/courses/statistics' });
    await press(app, 'この端末に保存');
    await card().findByText('このサーバーでは、新しくなったかどうかが分かりません。更新すると、すべて保存し直します。');
    const partsOf = () =>
      [...new Set(network.calls().filter((call) => /\/(lessons|question-set|content)\//.test(call)))].toSorted();
    const saved = partsOf();
    network.sent.length = 0;

    await press(app, '更新を保存');

    await waitFor(() => expect(partsOf()).toEqual(saved));
    expect(saved.join()).toMatch(/lessons.*question-set/);
    await card().findByText('保存済み');
  });
});

describe('the course list, my page and the next start', () => {
  test('the course list marks a saved course', async () => {
    const app = await saveCourse();
    await app.goTo('/courses');
    await waitFor(() => expect(screen.getAllByText('保存済み')).toHaveLength(1));
    const marked = screen.getAllByRole('article').find((each) => within(each).queryByText('保存済み'));
    expect(marked?.textContent).toContain(COURSE);
  });

  test('my page lists a saved course with its size, and deletes it', async () => {
    const app = await saveCourse();
    await app.goTo('/mypage');
    expect((await storage().findByRole('link', { name: COURSE })).closest('li')?.textContent).toMatch(/に保存・.*kB/);

    await app.user.click(storage().getByRole('button', { name: '削除' }));
    await app.user.click(storage().getByRole('button', { name: '削除' }));

    await storage().findByText('1つのコースを消しました。未送信の学習は残っています。');
    await storage().findByText(/保存したコースはありません/);
  });

  test('deleting other cached data keeps the saved course', async () => {
    const app = await saveCourse();
    const store = [...caches.stores.values()][0];
    const [first] = store?.values() ?? [];
    if (first) store?.set('http://127.0.0.1/api/v1/lessons/other', first);
    await app.goTo('/mypage');
    await app.user.click(storage().getByRole('button', { name: '他の学習データを消す' }));
    await app.user.click(storage().getByRole('button', { name: '他の学習データを消す' }));

    await storage().findByText('他の学習データ1件を消しました。未送信の学習は残っています。');
    expect(storage().getByRole('link', { name: COURSE })).toBeDefined();
  });

  test('saving a course that was interrupted continues at the next start', async () => {
    const app = await openCourse();
    await card().findByText(/^約/);
    network.cut(/GET .*question-set/);
    await press(app, 'この端末に保存');
    await card().findByText(/接続が切れました/);
    await mend();

    await app.reload();

    await card().findByText('保存済み');
  });
});
