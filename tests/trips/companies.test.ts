/** Tests companies: the list, creating one, editing one in place, and the table of its people. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { fill, makeCompany, pageOf, person, rowNames } from '@tests/support/companies';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test } from 'vitest';

useOwnServer('companies');
const network = useNetworkStub();
const XSS = '<img src=x onerror=alert(1)>';
const writes = () => network.sent.filter(({ method }) => method === 'POST' || method === 'PATCH');
const title = (name: string) => screen.findByRole('heading', { level: 1, name });
const listPeople = (items: readonly object[]) => network.answer(/^GET \/users\/\?/, 200, pageOf(items));

describe('a new company', () => {
  test('creates a company once, however often the button is pressed, and opens it', async () => {
    const app = await renderApp({ user: 'teacher', path: '/companies/new' });
    const name = `新しい会社${Date.now()}`;
    const release = network.hold('POST /companies/');
    await fill(app, /^企業名/, name);
    await fill(app, /^メモ/, XSS);
    await app.user.dblClick(screen.getByRole('button', { name: '追加' }));
    release();

    await title(name);
    expect(writes()).toHaveLength(1);
    expect(app.href).toMatch(/^\/companies\/[\w-]+$/);
    expect(screen.getByText(XSS)).toBeTruthy();
    expect(document.querySelector('main img')).toBeNull();
    expect(await screen.findByText('利用者はまだいません')).toBeTruthy();
  });

  test('shows on the name field that a company needs a name', async () => {
    const app = await renderApp({ user: 'admin', path: '/companies/new' });
    await app.user.click(screen.getByRole('button', { name: '追加' }));

    expect((await screen.findByRole('alert')).textContent).toContain('入力してください。');
    expect(screen.getByLabelText(/^企業名/).getAttribute('aria-invalid')).toBe('true');
    expect(writes()).toEqual([]);
  });

  test('keeps the form of a new company offline, and creates it once online', async () => {
    const app = await renderApp({ user: 'admin', path: '/companies/new' });
    const name = `待つ会社${Date.now()}`;
    await fill(app, /^企業名/, name);
    network.cut();
    await app.user.click(screen.getByRole('button', { name: '追加' }));
    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした');
    expect(screen.getByLabelText<HTMLInputElement>(/^企業名/).value).toBe(name);

    network.restore();
    await app.user.click(screen.getByRole('button', { name: '追加' }));
    await title(name);
  });
});

describe('a company in place', () => {
  test('edits a company on its own screen, and the list shows its new name', async () => {
    const { id, name } = await makeCompany('前のメモ');
    const app = await renderApp({ user: 'teacher', path: `/companies/${id}` });
    const edit = screen.getByRole('button', { name: '編集' });
    await app.user.click(edit);
    expect(document.activeElement).toBe(screen.getByLabelText(/^企業名/));
    await fill(app, /^企業名/, `${name}改`);
    await app.user.click(screen.getByRole('button', { name: '保存' }));

    await title(`${name}改`);
    expect(document.activeElement).toBe(edit);
    expect(screen.queryByRole('form', { name: '企業情報を編集' })).toBeNull();
    await app.goTo('/companies');
    expect(await screen.findByRole('link', { name: `${name}改` })).toBeTruthy();
  });

  test('cancelling the edit of a company keeps its old name and note', async () => {
    const { id, name } = await makeCompany();
    const app = await renderApp({ user: 'admin', path: `/companies/${id}` });
    await app.user.click(screen.getByRole('button', { name: '編集' }));
    await fill(app, /^企業名/, '別の名前');
    await app.user.click(screen.getByRole('button', { name: 'キャンセル' }));

    await title(name);
    expect(writes()).toEqual([]);
  });

  test.each([
    [403, /アクセスが拒否されました/],
    [404, /見つかりません/],
    [422, /長すぎます/],
    [429, /しばらく待って/],
    [500, /サーバーで問題が起きました/],
  ])('keeps the typed company when the server answers %i', async (status, words) => {
    const { id } = await makeCompany();
    const app = await renderApp({ user: 'admin', path: `/companies/${id}` });
    await app.user.click(screen.getByRole('button', { name: '編集' }));
    network.answer(/^PATCH /, status, { detail: status === 422 ? '長すぎます。' : '' });
    await fill(app, /^企業名/, '消えない名前');
    await app.user.click(screen.getByRole('button', { name: '保存' }));

    expect((await screen.findByRole('alert')).textContent).toMatch(words);
    expect(screen.getByLabelText<HTMLInputElement>(/^企業名/).value).toBe('消えない名前');
  });

  test('staff see a company read-only and cannot add people', async () => {
    await renderApp({ user: 'staff', path: '/companies/minato' });

    await screen.findByRole('table', { name: '株式会社みなとの利用者' });
    const buttons = screen.getAllByRole('button').map((button) => button.textContent);
    expect(buttons).not.toContain('編集');
    expect(screen.queryByRole('link', { name: '利用者を追加' })).toBeNull();
    expect(screen.getByRole('button', { name: /^進捗をCSVで保存（\d+名）$/ })).toBeTruthy();
  });

  test('another company’s page is “not found” for staff', async () => {
    await renderApp({ user: 'staff', path: '/companies/yamabiko' });
    await title('見つかりませんでした');
    expect(screen.getByRole('link', { name: 'ホームに戻る' })).toBeTruthy();
    expect(screen.queryByRole('table')).toBeNull();
  });
});

describe('the table of people of a server that does not search', () => {
  beforeEach(async () => {
    const { abilities, ...info } = (await callAs('admin', 'GET', '/info/')) as { abilities: string[] };
    network.answer('GET /info/', 200, { ...info, abilities: abilities.filter((name) => name !== 'searched-lists') });
    const { figures: _, ...company } = (await callAs('admin', 'GET', '/companies/minato')) as { figures: unknown };
    network.answer('GET /companies/minato', 200, company);
  });
  const at = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const progress = (readLessonCount: number, days: number) => ({
    progress: { lessonCount: 10, readLessonCount, lastStudiedAt: at(days) },
  });
  const people = [
    person('late', progress(2, 30)),
    person('steady', progress(5, 1)),
    person('done', progress(10, 60)),
    person('new', { createdAt: at(2), progress: { lessonCount: 10, readLessonCount: 0 } }),
    person('gone', { active: false, ...progress(1, 90) }),
    person('boss', { role: 'STAFF' }),
    person('elsewhere', { companyId: 'yamabiko' }),
  ];
  const openTable = async () => {
    listPeople(people);
    const app = await renderApp({ user: 'admin', path: '/companies/minato' });
    await screen.findByRole('table');
    return app;
  };

  test('a company’s page lists its people with progress and status, and shows the overall progress and the number of each status', async () => {
    await openTable();

    const words = screen
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
    expect(words).toHaveLength(6);
    expect(words.find((text) => text.includes('lateさん'))).toMatch(/受講者20%.*遅れ$/);
    expect(words.find((text) => text.includes('steadyさん'))).toMatch(/50%昨日.*順調$/);
    expect(words.find((text) => text.includes('newさん'))).toMatch(/0%記録なし未開始$/);
    expect(words.find((text) => text.includes('doneさん'))).toMatch(/100%.*修了$/);
    expect(words.find((text) => text.includes('goneさん'))).toMatch(/利用停止$/);
    expect(words.find((text) => text.includes('bossさん'))).toMatch(/担当者–記録なし–$/);
    screen.getByText('43%');
    const line = screen.getByRole('group', { name: '受講状況で絞り込む' });
    expect(line.textContent).toBe('全員 16名遅れ 1未開始 1順調 1修了 1利用停止 1');
    expect(network.calls().filter((words) => words.includes('/users/'))).toEqual(['GET /users/?page=1&size=200']);
  });

  test('the table of people claims no missing study where the server does not tell', async () => {
    const lessons = { lessonCount: 10 };
    const cases: [string, object, string][] = [
      ['none', { progress: { ...lessons, readLessonCount: 0 } }, '記録なし'],
      ['untimed', { progress: { ...lessons, readLessonCount: 3 } }, '–'],
      ['uncounted', { progress: lessons }, '–'],
      ['unknown', {}, '–'],
      ['roleless', { role: undefined }, '–'],
    ];
    listPeople(cases.map(([id, changes]) => person(id, changes)));
    await renderApp({ user: 'admin', path: '/companies/minato' });
    const table = await screen.findByRole('table');
    const at = within(table)
      .getAllByRole('columnheader')
      .findIndex((head) => head.textContent.includes('最後の学習'));

    for (const [id, , none] of cases) {
      const row = within(table).getByText(`${id}さん`).closest('tr');
      expect(row?.children[at]?.textContent, id).toBe(none);
    }
  });

  test('the table of people sorts by every column and filters by status, role and text', async () => {
    const app = await openTable();
    await app.user.click(screen.getByRole('button', { name: '受講状況' }));
    expect(rowNames()[0]).toContain('lateさん');
    await app.user.click(screen.getByRole('button', { name: '進捗' }));
    await app.user.click(screen.getByRole('button', { name: '進捗' }));
    expect(rowNames()[0]).toContain('doneさん');

    await app.user.click(screen.getByRole('button', { name: '遅れ 1', pressed: false }));
    expect(rowNames()).toEqual(['lateさんlate']);
    await app.user.selectOptions(screen.getByLabelText('役割'), '担当者');
    expect(screen.getByText('条件に合う人はいません。')).toBeTruthy();
    await app.user.click(screen.getByRole('button', { name: '遅れ 1', pressed: true }));
    expect(rowNames()).toEqual(['bossさんboss']);
    await app.user.selectOptions(screen.getByLabelText('役割'), '役割：すべて');
    await app.user.type(screen.getByRole('searchbox'), 'stea');
    await waitFor(() => expect(rowNames()).toEqual(['steadyさんsteady']));
    await app.user.clear(screen.getByRole('searchbox'));
  });

  test('the table of people shows an error when loading fails, and loads again on request', async () => {
    network.answer(/^GET \/users\/\?/, 403, { detail: '' });
    const app = await renderApp({ user: 'admin', path: '/companies/minato' });
    await screen.findByText('利用者を読み込めませんでした');
    network.restore();
    listPeople(people);
    await app.user.click(screen.getByRole('button', { name: 'もう一度' }));
    await screen.findByRole('table');
  });

  test('shows the loading progress of a long list of people', async () => {
    const items = Array.from({ length: 200 }, (_, index) => person(`p${index}`));
    network.answer(/^GET \/users\/\?page=1/, 200, { items, total: 300, page: 1, size: 200, pages: 2 });
    const release = network.hold(/^GET \/users\/\?page=2/);
    await renderApp({ user: 'admin', path: '/companies/minato' });
    expect(await screen.findByText(/200 \/ 300名/)).toBeTruthy();

    release();
    await screen.findByRole('table');
    // A page of the table has 50 rows of people and the header row.
    expect(screen.getAllByRole('row')).toHaveLength(51);
  });
});

describe('all companies', () => {
  test('the list of companies is filtered by text and shows each company’s number of people', async () => {
    const app = await renderApp({ user: 'teacher', path: '/companies' });
    expect(screen.getByRole('link', { name: '企業を追加' })).toBeTruthy();

    await app.user.type(screen.getByRole('searchbox', { name: '企業を絞り込む' }), 'やまびこ');

    await waitFor(() => expect(screen.queryByRole('link', { name: '株式会社みなと' })).toBeNull());
    const row = screen.getByRole('link', { name: '有限会社やまびこ製作所' }).closest('tr');
    expect(row?.textContent).toMatch(/\d+名/);
  });

  test('すべての利用者 (all users) lists the people of all companies with their company', async () => {
    const app = await renderApp({ user: 'admin', path: '/companies' });
    await app.user.click(screen.getByRole('radio', { name: 'すべての利用者' }));

    const table = await screen.findByRole('table', { name: '利用者' });
    expect(app.href).toBe('/companies?view=people');
    expect(within(table).getAllByText('株式会社みなと').length).toBeGreaterThan(1);
    expect(screen.getByRole('link', { name: 'CSVで追加・変更' }).getAttribute('href')).toBe('/users/new?by=csv');
    expect(screen.queryByRole('link', { name: '企業を追加' })).toBeNull();
  });
});
