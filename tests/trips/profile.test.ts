/** Tests my page and user detail: facts, progress, charts with their text alternatives, and rights to see them. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, demoSession } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { ownerKey } from '@/session/session';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const region = (name: string) => within(main().getByRole('region', { name }));
const facts = () =>
  Object.fromEntries(
    region('プロフィール')
      .getAllByRole('term')
      .map((term) => [term.textContent, term.nextElementSibling?.textContent]),
  );

describe('my page', () => {
  test('my page shows the person’s facts and progress', async () => {
    await renderApp({ user: 'student', path: '/mypage' });

    await main().findByRole('heading', { level: 1, name: 'マイページ' });
    expect(facts()).toMatchObject({
      氏名: '佐藤 美咲',
      ユーザー名: 'student',
      メール: 'student@example.com',
      役割: '受講者',
    });
    await waitFor(() => expect(facts()).toMatchObject({ 企業: '株式会社みなと' }));
    expect(region('全体の進捗').getAllByText('9 / 40 レッスン')).toHaveLength(1);
    expect(main().getAllByText('6 / 14 レッスン読了')).toHaveLength(1);
    expect(main().getAllByText(/^まなびば バージョン \d+\.\d+\.\d+$/)).toHaveLength(1);
  });

  test('the initial in the avatar is a whole character, even outside the BMP', async () => {
    const me = await callAs('student', 'GET', '/me/');
    network.answer('GET /me/', 200, { ...(me as object), name: '𠮷田 花' });
    await renderApp({ user: 'student', path: '/mypage' });

    expect((await screen.findByRole('button', { name: 'アカウント（𠮷田 花）' })).textContent).toBe('𠮷');
    region('プロフィール').getByText('𠮷');
  });

  test('my page shows the year’s study calendar, and the same data as text by month', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    const calendar = region('学習カレンダー');

    calendar.getByText(/^この1年で\d+日学習しました（読了9、解答\d+）。$/);
    await calendar.findByRole('img', { name: '1年の学習日' });
    await app.user.click(calendar.getByText('月ごとの表で見る'));
    const rows = within(await calendar.findByRole('table')).getAllByRole('row');
    expect(rows.length).toBeGreaterThan(12);
    expect(rows[1]?.textContent).toMatch(/^\d{4}年\d+月\d+日\d+\d+$/);
  });

  test('my page shows every result in the chart and in the table', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    const results = region('結果の移り変わり');

    await results.findByRole('img', { name: '問題の結果、3件（正答の割合）' });
    await app.user.click(results.getByText('表で見る'));
    const rows = within(await results.findByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(4);
  });

  test('my page links each answered question set to the learner’s own answers', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    await app.user.click(main().getByText('問題の結果（2 / 4）'));

    const link = await main().findByRole('link', { name: /^「確認問題：パスワードとパスキー」の\s*解答を見る$/ });
    await app.user.click(link);

    await waitFor(() => expect(app.href).toMatch(/^\/question\/review\/[a-z-]+$/));
  });

  test('my page says so if nothing was studied yet', async () => {
    await renderApp({ user: 'matsumoto', path: '/mypage' });

    region('学習カレンダー').getByText('この1年の学習はまだありません。');
    region('結果の移り変わり').getByText('問題の結果はまだありません。');
    expect(facts()).toMatchObject({ 最後の学習: '記録なし' });
  });

  test('like home, my page counts queued calls, but leaves them out of the rate of correct answers', async () => {
    const app = await renderApp({ user: 'student', path: '/' });
    await waitFor(() => region('全体の進捗').getByText('正答率 86%'));
    await app.goTo('/mypage');
    await waitFor(() => region('全体の進捗').getByText('86%'));
    const { userId } = await demoSession('student');
    const owner = ownerKey({ apiHost: (globalThis as unknown as { __API_HOST__: string }).__API_HOST__, userId });
    network.cut();

    await enqueue(owner, { kind: 'lesson-read', lessonId: 'statistics-normal' });
    const set = { questionSetId: 'git-q-cli', questionSetUpdatedAt: '2026-11-01T00:00:00Z' };
    const submit = { ...set, clientSubmitId: crypto.randomUUID(), answers: [], answeredAt: new Date().toISOString() };
    const before = region('全体の進捗').getByText(/^\d回$/).textContent;
    await enqueue(owner, { kind: 'answer-submit', submit });

    await region('全体の進捗').findByText('10 / 40 レッスン');
    await region('全体の進捗').findByText(`${Number.parseInt(before, 10) + 1}回`);
    await app.user.click(main().getByText('問題の結果（1 / 4）'));
    expect(await main().findAllByText(/^採点待ち/)).toHaveLength(1);
    region('全体の進捗').getByText('86%（送信待ちを除く）');
    await app.goTo('/');
    await waitFor(() => region('全体の進捗').getByText('正答率 86%（送信待ちを除く）'));
  });

  test('my page works offline, and says how old its figures are', async () => {
    const app = await renderApp({ user: 'student', path: '/mypage' });
    expect(main().queryByText(/^オフラインです/)).toBeNull();
    network.cut();

    await app.reload();

    await main().findByRole('heading', { level: 1, name: 'マイページ' });
    expect(region('全体の進捗').getAllByText('9 / 40 レッスン')).toHaveLength(1);
    await main().findByText(/^オフラインです。\d+年\d+月\d+日\(.\) \d+:\d+に受け取った記録/);
  });

  test.each(['staff', 'teacher', 'admin'])('my page works for %s too', async (user) => {
    await renderApp({ user, path: '/mypage' });

    await main().findByRole('heading', { level: 1, name: 'マイページ' });
    expect(facts()).toMatchObject({ ユーザー名: user });
    expect(main().getAllByRole('region', { name: 'アカウント' })).toHaveLength(1);
  });
});

describe('user detail', () => {
  /** Expands the collapsed facts of another user. */
  const openFacts = async (app: OpenedApp) => app.user.click(await main().findByText('プロフィール'));

  test.each([
    ['staff', false],
    ['teacher', true],
    ['admin', true],
  ])('user detail is the profile screen for %s; editing is offered: %s', async (user, canEdit) => {
    const app = await renderApp({ user, path: '/users/detail/user-watanabe' });

    await main().findByRole('heading', { level: 1, name: '渡辺 さくら' });
    expect(main().queryByRole('region', { name: 'プロフィール' })).toBeNull();
    await openFacts(app);
    expect((await main().findByRole('region', { name: 'プロフィール' })).closest('details')?.open).toBe(true);
    await waitFor(() => expect(facts()).toMatchObject({ ユーザー名: 'watanabe', 企業: '株式会社みなと' }));
    expect(main().queryByRole('region', { name: 'アカウント' })).toBeNull();
    expect(main().queryByRole('region', { name: '表示設定' })).toBeNull();
    expect(main().queryAllByRole('link', { name: '編集' })).toHaveLength(canEdit ? 1 : 0);
    if (!canEdit) return;
    await app.user.click(main().getByRole('link', { name: '編集' }));
    await waitFor(() => expect(app.href).toBe('/users/edit/user-watanabe'));
  });

  test('user detail of one’s own id shows all that /mypage shows', async () => {
    const regions = () =>
      main()
        .getAllByRole('region')
        .map((region) => region.getAttribute('aria-label') ?? region.textContent?.slice(0, 6));
    const app = await renderApp({ user: 'staff', path: '/mypage' });
    await main().findByRole('heading', { level: 1, name: 'マイページ' });
    await main().findByRole('region', { name: 'この端末の保存' });
    const ofMyPage = regions();
    await app.goTo('/users/detail/user-staff');

    await main().findByRole('heading', { level: 1, name: '田中 健一' });
    expect(regions()).toEqual(ofMyPage);
    for (const name of ['アカウント', '表示設定', 'この端末の保存']) main().getByRole('region', { name });
    expect(main().getByRole('link', { name: '受講記録簿' }).getAttribute('href')).toBe('/record');
  });

  test('user detail opens the results of answered question sets, each linked to its answers', async () => {
    const app = await renderApp({ user: 'staff', path: '/users/detail/user-student' });
    const links = await main().findAllByRole('link', { name: /の\s*解答を見る$/ });
    expect(links).toHaveLength(3);

    await app.user.click(main().getByRole('link', { name: /^「確認問題：パスワードとパスキー」の\s*解答を見る$/ }));

    await waitFor(() => expect(app.href).toMatch(/^\/question\/review\/[a-z-]+\?user=user-student$/));
  });

  test('user detail links to the company', async () => {
    const app = await renderApp({ user: 'teacher', path: '/users/detail/user-mori' });
    await openFacts(app);

    await app.user.click(await main().findByRole('link', { name: '有限会社やまびこ製作所' }));

    await main().findByRole('heading', { level: 1, name: '有限会社やまびこ製作所' });
  });

  test('user detail is refused to students without a request', async () => {
    await renderApp({ user: 'student', path: '/users/detail/user-watanabe' });

    await main().findByRole('heading', { level: 1, name: 'アクセスが拒否されました' });
    expect(network.calls().filter((words) => words.includes('user-watanabe'))).toEqual([]);
  });

  test('user detail of another company’s learner is “not found” for staff', async () => {
    await renderApp({ user: 'staff', path: '/users/detail/user-mori' });

    await main().findByRole('heading', { level: 1, name: '見つかりませんでした' });
    await expect(callAs('staff', 'GET', '/progress/detail/user-mori')).rejects.toThrow(': 40');
  });

  test('user detail of an admin offers a teacher no editing', async () => {
    await renderApp({ user: 'teacher', path: '/users/detail/user-admin' });

    await main().findByRole('heading', { level: 1, name: '鈴木 一郎' });
    expect(main().queryByRole('link', { name: '編集' })).toBeNull();
  });

  test('user detail shows that a person is suspended', async () => {
    const user = await callAs('admin', 'GET', '/users/user-yamaguchi');
    network.answer('GET /users/user-yamaguchi', 200, { ...(user as object), active: false, email: null });
    const app = await renderApp({ user: 'admin', path: '/users/detail/user-yamaguchi' });

    await main().findByRole('heading', { level: 1, name: '山口 恵' });
    await openFacts(app);
    await waitFor(() => expect(facts()).toMatchObject({ アカウント: '利用停止中', メール: '記録なし' }));
  });

  test.each<[string, object, object, object]>([
    ['no study and no address', { email: null }, { courses: [] }, { メール: '記録なし', 最後の学習: '記録なし' }],
    ['unknown ones', { email: undefined }, { courses: [{ courseId: 'git' }] }, { メール: '–', 最後の学習: '–' }],
    [
      'lessons read at unknown times',
      {},
      { courses: [{ courseId: 'git', readLessons: [{ lessonId: 'l1' }] }] },
      { 最後の学習: '–' },
    ],
  ])('user detail tells %s apart', async (_, changes, progress, expected) => {
    const user = (await callAs('admin', 'GET', '/users/user-yamaguchi')) as object;
    network.answer('GET /users/user-yamaguchi', 200, { ...user, lastStudiedAt: undefined, ...changes });
    network.answer(/^GET \/progress\/detail\/user-yamaguchi/, 200, { userId: 'user-yamaguchi', ...progress });
    network.answer('GET /progress/summary/user-yamaguchi', 200, {});
    const app = await renderApp({ user: 'admin', path: '/users/detail/user-yamaguchi' });
    await main().findByRole('heading', { level: 1, name: '山口 恵' });
    await openFacts(app);

    await waitFor(() => expect(facts()).toMatchObject(expected));
  });

  test('user detail shows offline that it needs the network, and loads once online', async () => {
    const app = await renderApp({ user: 'staff', path: '/community' });
    network.cut();
    await app.goTo('/users/detail/user-watanabe');
    await main().findByRole('heading', { level: 1, name: 'この画面には通信が必要です' });
    network.restore();

    await app.user.click(main().getByRole('button', { name: 'もう一度' }));

    await main().findByRole('heading', { level: 1, name: '渡辺 さくら' });
  });
});
