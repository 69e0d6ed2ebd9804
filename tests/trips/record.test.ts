/**
 * Tests study record (受講記録簿) and certificate (修了証): one's own, also offline, and those of others for roles with the
 * right.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, demoSession } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test, vi } from 'vitest';

import type { Info } from '@/api/info';
import { enqueue } from '@/offline/queue/enqueue';
import { ownerKey } from '@/session/session';
import { readOwned } from '@/storage/owned-store';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const findTitle = (name: string) => main().findByRole('heading', { level: 1, name });
const findRows = async (course: string) =>
  within(await main().findByRole('table', { name: `${course}の記録` }))
    .getAllByRole('row')
    .map((row) =>
      within(row)
        .queryAllByRole('cell')
        .map(({ textContent }) => textContent),
    )
    .slice(1);
const TIME = /^\d{4}\/\d\d\/\d\d \d\d:\d\d$/;

async function ownerOf(user: string) {
  const { userId } = await demoSession(user);
  return ownerKey({ apiHost: (globalThis as unknown as { __API_HOST__: string }).__API_HOST__, userId });
}

describe('the own record', () => {
  test('the own record is linked from my page, and lists every lesson and every submit', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    await app.user.click(await main().findByRole('link', { name: '受講記録簿' }));

    await findTitle('受講記録簿');
    expect(app.href).toBe('/record');
    await waitFor(() => expect(document.title).toBe('受講記録簿 | まなびば'));
    main().getByText('佐藤 美咲');
    main().getByText(/^\d{4}年\d+月\d+日 \d+時\d\d分 時点$/);
    await waitFor(async () => expect(await findRows('情報セキュリティの基本')).toHaveLength(9));
    const [first, , , submit] = await findRows('情報セキュリティの基本');
    expect(first).toEqual([
      expect.stringMatching(TIME),
      'レッスン 何を守るのか：三つの性質',
      '読了',
      '',
      first?.[0],
      'サーバーの時計',
    ]);
    expect(submit?.slice(1, 4)).toEqual([
      '問題 確認問題：フィッシングを見抜く',
      expect.stringMatching(/^\d \/ 5$/),
      expect.stringMatching(TIME),
    ]);
    expect(main().queryByText(/最後と最高の結果/)).toBeNull();
  });

  test('the own record works offline, and shows the date of its data and the queued calls', async () => {
    const app = await renderApp({ user: 'student', path: '/record' });
    await waitFor(async () => expect(await findRows('Gitとコマンドライン')).toHaveLength(5));
    const asOf = main().getByText(/^\d{4}年.*時点$/).textContent;
    network.cut();
    const owner = await ownerOf('student');
    await enqueue(owner, { kind: 'lesson-read', lessonId: 'statistics-normal' }, '正規分布');

    await app.reload();

    await findTitle('受講記録簿');
    expect(main().getByText(/^\d{4}年.*時点$/).textContent).toBe(asOf);
    expect(await findRows('Gitとコマンドライン')).toHaveLength(5);
    await waitFor(async () => {
      const [waiting] = await findRows('コースのわからない学習');
      expect(waiting?.slice(1)).toEqual(['レッスン 正規分布', '読了', '', '送信待ち', '送信待ち']);
    });
    expect(main().queryByText(/最後と最高の結果/)).toBeNull();
  });

  test('the own record is shown from the device while the network does not answer', async () => {
    const app = await renderApp({ user: 'student', path: '/record' });
    await waitFor(async () => expect(await findRows('Gitとコマンドライン')).toHaveLength(5));
    await app.goTo('/community');
    network.hold(/^GET \/(progress|courses)/);

    await app.reload();
    await app.goTo('/record');

    expect(await findRows('Gitとコマンドライン')).toHaveLength(5);
  });

  test('the own record works offline even if never opened before, and shows which data is missing', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    await findTitle('マイページ');
    network.cut();

    await app.goTo('/record');

    await findTitle('受講記録簿');
    await main().findByText(/まだこの端末に届いていないためです/);
    const rows = await findRows('Gitとコマンドライン');
    expect(rows.map((row) => row[5])).toContain('受信日時の記録なし');
    expect(rows.map((row) => row[2])).toContain('最後 6 / 6 ・ 最高 6 / 6（2回）');
  });

  test('the own record shows that the server sends no full history, and sends no request for it', async () => {
    const info = (await callAs('student', 'GET', '/info/')) as Info;
    network.answer('GET /info/', 200, { ...info, abilities: undefined });
    await renderApp({ user: 'student', path: '/record' });

    await main().findByText(/^問題は、最後と最高の結果です。このサーバーは/);
    expect((await findRows('Gitとコマンドライン')).map((row) => row.at(-1))).toEqual([
      'サーバーの時計',
      'サーバーの時計',
      'サーバーの時計',
      '受信日時の記録なし',
    ]);
    expect(network.calls().filter((words) => /^GET \/progress\/detail\/[^/]+\/./.test(words))).toEqual([]);
  });

  test('the own record is exported as CSV, and an empty record says so', async () => {
    const app = await renderApp({ user: 'student', path: '/record' });
    await waitFor(async () => expect(await findRows('Gitとコマンドライン')).toHaveLength(5));
    const saved: Blob[] = [];
    const names: string[] = [];
    vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function click(this: HTMLAnchorElement) {
      names.push(this.download);
    });
    await app.user.click(main().getByRole('button', { name: 'CSVで保存' }));
    expect(names).toEqual(['佐藤 美咲の受講記録簿.csv']);
    const lines = ((await saved[0]?.text()) ?? '').split('\r\n');
    expect(lines).toHaveLength(1 + 14 + 1);
    expect(lines[1]).toMatch(
      /^"佐藤 美咲","student","情報セキュリティの基本","レッスン","何を守るのか：三つの性質","\d{4}-/,
    );
  });

  test('the own record of a learner who has not studied says that there is nothing yet', async () => {
    await renderApp({ user: 'matsumoto', path: '/record' });

    await main().findByText('学習の記録はまだありません');
    expect(main().getByRole('button', { name: 'CSVで保存' })).toHaveProperty('disabled', true);
  });
});

describe('a certificate', () => {
  test('only a finished course has a certificate', async () => {
    const app = await renderApp({ user: 'student', path: '/record' });
    await findRows('Gitとコマンドライン');
    expect(main().queryByRole('link', { name: /修了証/ })).toBeNull();

    await app.goTo('/record/git');

    await main().findByText('このコースはまだ修了していません');
    main().getByText('13レッスンのうち3レッスンを読み終えています。');
    await app.user.click(main().getByRole('link', { name: '受講記録簿' }));
    await waitFor(() => expect(app.href).toBe('/record'));
  });

  test.each([[undefined], [['whole-history', 'submit-history', 'read-at']]])(
    'the record of one course has its own request to a server with the capabilities %j, and is stored for offline use',
    async (abilities) => {
      const info = (await callAs('student', 'GET', '/info/')) as Info;
      network.answer('GET /info/', 200, { ...info, abilities });
      const asked = () => network.calls().filter((call) => call.includes('/progress/detail/user-student/'));
      const app = await renderApp({ user: 'student', path: '/record/git' });
      await main().findByText('13レッスンのうち3レッスンを読み終えています。');
      expect(asked()).toEqual(['GET /progress/detail/user-student/git']);
      const stored = await readOwned('queries', await ownerOf('student'), 'record');
      expect(stored).toMatchObject({ courses: [{ courseId: 'git', history: { courseTitle: 'Gitとコマンドライン' } }] });
      network.cut();
      await app.reload();

      await main().findByText('13レッスンのうち3レッスンを読み終えています。');
    },
  );

  test('a certificate is not shown while one of the course’s read lessons is still queued', async () => {
    network.cut(/^(PUT|POST) /);
    const app = await renderApp({ user: 'kato', path: '/record' });
    const owner = await ownerOf('kato');
    for (const lesson of ['security-remote', 'security-incident', 'security-habits', 'security-sharing']) {
      await enqueue(owner, { kind: 'lesson-read', lessonId: lesson });
    }
    await app.goTo('/record/security');

    await main().findByText(/レッスンを読み終えています。ほかに\d+レッスンが送信待ちで、/);
    expect(main().queryByRole('button', { name: '印刷' })).toBeNull();
  });

  test('a certificate shows name, course, lessons, first and last day and the best scores', async () => {
    const app = await renderApp({ user: 'teacher', path: '/users/record/user-watanabe' });
    await app.user.click(await main().findByRole('link', { name: /^「Gitとコマンドライン」の\s*修了証$/ }));

    await findTitle('修了証');
    expect(app.href).toBe('/users/record/user-watanabe/git');
    main().getByText('渡辺 さくら');
    main().getByText('の全13レッスンを読み終えました。', { exact: false });
    const days = main().getByText('学習した期間').nextElementSibling?.textContent;
    expect(days).toMatch(/^\d{4}年\d+月\d+日\(.\) 〜 \d{4}年\d+月\d+日\(.\)$/);
    const scores = within(main().getByRole('table', { name: '問題の最高の結果' })).getAllByRole('row');
    expect(scores.map(({ textContent }) => textContent)).toContain('確認問題：コミットと履歴6 / 6');
    main().getByText(/修了したときの記録なので、あとでコースが変わっても同じです。$/);
    expect(within(main().getByRole('list')).getAllByRole('listitem')).toHaveLength(13);
    const print = vi.spyOn(globalThis, 'print').mockImplementation(() => undefined);
    await app.user.click(main().getByRole('button', { name: '印刷' }));
    expect(print).toHaveBeenCalledOnce();
  });
});

describe('another user’s record', () => {
  test.each(['staff', 'teacher', 'admin'])(
    'another user’s record is linked from their profile for %s',
    async (user) => {
      const app = await renderApp({ user, path: '/users/detail/user-student' });
      await app.user.click(await main().findByRole('link', { name: '受講記録簿' }));

      await findTitle('受講記録簿');
      expect(app.href).toBe('/users/record/user-student');
      await waitFor(async () => expect(await findRows('情報セキュリティの基本')).toHaveLength(9));
      await main().findByText('株式会社みなと');
    },
  );

  test('a study record of another company’s learner is “not found” for staff', async () => {
    await renderApp({ user: 'staff', path: '/users/record/user-mori' });

    await findTitle('見つかりませんでした');
  });

  test('another user’s record is refused to students without a request', async () => {
    await renderApp({ user: 'student', path: '/users/record/user-watanabe/git' });

    await findTitle('アクセスが拒否されました');
    expect(network.calls().filter((words) => words.includes('user-watanabe'))).toEqual([]);
  });

  test('another user’s record is never stored on the device, and says offline that it needs the network', async () => {
    const app = await renderApp({ user: 'staff', path: '/users/record/user-student' });
    await findTitle('受講記録簿');
    network.cut();

    await app.reload();

    await findTitle('この画面には通信が必要です');
  });
});
