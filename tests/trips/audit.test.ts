/** Tests the audit log, for admins: with details and filters, and on servers that support neither. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test, vi } from 'vitest';

useOwnServer('audit');
const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

const rows = () =>
  within(main().getByRole('table', { name: '操作の記録' }))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const asked = () => network.calls().filter((words) => words.startsWith('GET /audit/'));

/** Removes the capability `audit-details` from the server's list of capabilities (GET /info/). */
async function withoutDetails(): Promise<void> {
  const info = (await callAs('admin', 'GET', '/info/')) as { abilities: string[] };
  network.answer('GET /info/', 200, { ...info, abilities: info.abilities.filter((name) => name !== 'audit-details') });
}

test('the audit log lists who changed whom or what, and how, newest first, with links', async () => {
  await callAs('teacher', 'PATCH', '/companies/minato', { note: '覚え書き' });
  await callAs('admin', 'PATCH', '/courses/git', { title: 'Gitの初歩' });
  const app = await renderApp({ user: 'admin', path: '/' });

  await app.user.click(await screen.findByRole('link', { name: '操作の記録' }));

  await main().findByRole('table', { name: '操作の記録' });
  const [first, second] = rows();
  expect(first).toMatch(/^今日 \d\d:\d\d.+（admin）コースの変更Gitの初歩タイトル：.+ → Gitの初歩$/);
  expect(second).toMatch(/^今日 \d\d:\d\d.+（teacher）企業の変更株式会社みなとメモ$/);
  await app.user.click(main().getByRole('link', { name: /^Gitの初歩\s?タイトル/ }));
  await screen.findByRole('heading', { level: 1, name: /Gitの初歩/ });
});

test('words, a person and days filter the log on the server and stay in the URL', async () => {
  await callAs('teacher', 'PATCH', '/companies/minato', { note: '二つ目' });
  await callAs('admin', 'PATCH', '/users/user-student', { active: false });
  await callAs('admin', 'PATCH', '/users/user-student', { active: true });
  const app = await renderApp({ user: 'admin', path: '/audit' });
  await app.user.type(await main().findByRole('searchbox', { name: '操作の記録を絞り込む' }), '利用停止');
  await waitFor(() => expect(rows()).toEqual([expect.stringMatching(/利用者の変更佐藤 美咲（student）利用停止$/)]));
  expect(app.href).toBe(`/audit?q=${encodeURIComponent('利用停止')}`);

  await app.user.clear(main().getByRole('searchbox'));
  await app.user.click((await main().findAllByRole('button', { name: /（teacher）$/ }))[0] ?? expect.fail());
  await waitFor(() => expect(rows().every((words) => words?.includes('（teacher）'))).toBe(true));
  expect(app.href).toMatch(/^\/audit\?person=[\w-]+$/);
  await app.user.click(main().getByRole('button', { name: /（teacher）\s?の記録だけを表示中/ }));
  await waitFor(() => expect(rows().some((words) => words?.includes('（admin）'))).toBe(true));

  fireEvent.change(main().getByLabelText('この日まで'), { target: { value: '2020-01-31' } });
  await main().findByText('条件に合うものはありません。');
  expect(app.href).toBe('/audit?to=2020-01-31');
  const end = '2020-01-31T15:00:00.000Z';
  expect(asked().at(-1)).toBe(`GET /audit/?details=1&to=${encodeURIComponent(end)}&page=1&size=50`);
});

test('the audit CSV has every entry that the filters match, and no cell can run as a formula', async () => {
  await callAs('admin', 'PATCH', '/companies/minato', { name: '=みなと' });
  await callAs('admin', 'PATCH', '/companies/minato', { name: '株式会社みなと' });
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const app = await renderApp({ user: 'admin', path: `/audit?q=${encodeURIComponent('企業名')}` });
  await main().findByText('2件');

  await app.user.click(main().getByRole('button', { name: 'CSVで保存' }));

  await waitFor(() => expect(saved).toHaveLength(1));
  const bytes = new Uint8Array((await saved[0]?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(Array.from(bytes.slice(0, 3))).toEqual([0xef, 0xbb, 0xbf]);
  const [head, last, first] = new TextDecoder().decode(bytes).split('\r\n');
  expect(head).toBe('"日時","操作した人","操作","対象","内容"');
  expect(last).toMatch(
    /^"\d{4}-\d\d-\d\d \d\d:\d\d",".+（admin）","企業の変更","株式会社みなと","企業名：=みなと → 株式会社みなと"$/,
  );
  expect(first).toMatch(/"企業の変更","'=みなと","企業名：株式会社みなと → =みなと"$/);
});

test('audit entries of an earlier server version, without details and without an actor, are shown', async () => {
  const entry = {
    actorId: null,
    actorName: null,
    action: 'create',
    kind: 'user',
    subjectId: 'u1',
    subjectName: '昨日の人',
  };
  const later = { ...entry, kind: 'badge', subjectName: '後の版' };
  const items = [
    { id: 'e1', at: '2024-11-22T00:00:00.000Z', ...entry },
    { id: 'e2', at: '2024-11-22T00:00:00.000Z', ...later },
  ];
  network.answer(/^GET \/audit\//, 200, { items, total: 2, page: 1, size: 50, pages: 1 });
  await renderApp({ user: 'admin', path: '/audit' });

  await main().findByText('2件');
  expect(rows()).toEqual([
    expect.stringMatching(/^2024年11月2\d日 \d\d:\d\dサーバーの起動利用者の追加昨日の人$/),
    expect.stringMatching(/サーバーの起動その他の追加後の版$/),
  ]);
});

test('a failed request for the audit log is shown and can be repeated', async () => {
  network.answer(/^GET \/audit\//, 404, { detail: '' });
  const app = await renderApp({ user: 'admin', path: '/audit' });
  await main().findByText('記録を読み込めませんでした');
  network.answer(/^GET \/audit\//, 200, { items: [], total: 0, page: 1, size: 50, pages: 0 });

  await app.user.click(main().getByRole('button', { name: 'もう一度' }));

  await main().findByText('記録はまだありません。');
});

test('a server without audit-details is sent only page numbers, and the audit screen has no filters', async () => {
  await withoutDetails();
  const entry = { actorId: null, actorName: null, action: 'create', kind: 'user', subjectId: 'u1', subjectName: '人' };
  const items = [{ id: 'e1', at: '2026-11-22T00:00:00.000Z', ...entry }];
  network.answer('GET /audit/?page=1&size=50', 200, { items, total: 101, page: 1, size: 50, pages: 3 });
  const second = [{ ...items[0], subjectName: '次の人' }];
  network.answer('GET /audit/?page=2&size=50', 200, { items: second, total: 101, page: 2, size: 50, pages: 3 });
  const app = await renderApp({ user: 'admin', path: '/audit?q=x&from=2026-11-01' });
  expect((await main().findByRole('status')).textContent).toBe('101件');
  expect(main().getByRole('cell', { name: 'サーバーの起動' })).toBeTruthy();
  expect(main().queryByRole('searchbox')).toBeNull();
  expect(main().queryByRole('button', { name: 'CSVで保存' })).toBeNull();

  await app.user.click(main().getByRole('button', { name: '2ページ' }));

  await main().findByRole('cell', { name: '次の人' });
  expect(app.href).toBe('/audit?page=2');
  expect(new Set(asked())).toEqual(new Set(['GET /audit/?page=1&size=50', 'GET /audit/?page=2&size=50']));
});

test('the audit log screen is “not found” on a server without an audit log, and no request is sent', async () => {
  const info = (await callAs('admin', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await renderApp({ user: 'admin', path: '/audit' });

  await screen.findByRole('heading', { level: 1, name: /見つかりません/ });
  expect(screen.queryByRole('link', { name: '操作の記録' })).toBeNull();
  expect(network.calls().filter((words) => words.includes('/audit'))).toEqual([]);
});
