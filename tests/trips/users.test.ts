/**
 * Tests how admins and teachers create, change, suspend and delete users; refusals are shown, and typed text is kept.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { cancelQuestion, chooseMore } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

import type { User } from '@/api/users';

useOwnServer('users');
const network = useNetworkStub();
const XSS = '<script>alert(1)</script>';
const writes = () => network.sent.filter(({ method }) => ['POST', 'PATCH', 'DELETE'].includes(method));
const field = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const USERNAME = /^ユーザー名/;
const NAME = /^氏名/;
const PASSWORD = /^パスワード\s*\*?$/;
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });
const press = (app: OpenedApp, name: string | RegExp) => app.user.click(screen.getByRole('button', { name }));

async function fill(app: OpenedApp, label: RegExp, text: string): Promise<void> {
  await app.user.clear(field(label));
  if (text) await app.user.type(field(label), text);
}

let count = 0;
const freeName = () => `trip-${Date.now().toString(36)}-${(count += 1)}`;
async function makeUser(changes: object = {}): Promise<User> {
  const newUser = { username: freeName(), name: '試験 花子', password: 'secret-words', role: 'STUDENT' };
  return (await callAs('admin', 'POST', '/users/', { ...newUser, ...changes })) as User;
}
const readUser = (id: string) => callAs('admin', 'GET', `/users/${id}`);

async function openNew(user = 'admin', search = ''): Promise<OpenedApp> {
  const app = await renderApp({ user, path: `/users/new${search}` });
  await title('利用者を追加');
  return app;
}
async function openEdit({ id }: User, as = 'admin'): Promise<OpenedApp> {
  const app = await renderApp({ user: as, path: `/users/edit/${id}` });
  await title(/さんを編集$/);
  return app;
}

describe('a new user', () => {
  test('a new user without a user name gets one error, not a second one about its characters', async () => {
    const app = await openNew();
    await fill(app, NAME, '試験 花子');
    await fill(app, PASSWORD, 'secret-words');
    await press(app, '追加');

    expect((await screen.findByRole('alert')).textContent).toContain('ユーザー名入力してください。');
    expect(writes()).toEqual([]);
  });

  test('a new user is created once, however often the button is pressed, in the preselected company', async () => {
    const app = await openNew('admin', '?companyId=yamabiko');
    const username = freeName();
    await fill(app, USERNAME, username);
    await fill(app, NAME, XSS);
    await app.user.selectOptions(field(/^役割/), '担当者');
    await press(app, 'パスワードを作る');
    const password = field(PASSWORD).value;
    expect(password).toMatch(/^[a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}$/);
    const release = network.hold('POST /users/');
    await app.user.dblClick(screen.getByRole('button', { name: '追加' }));
    release();

    await title(XSS);
    expect(document.querySelector('main script')).toBeNull();
    expect(writes()).toHaveLength(1);
    const id = app.href.slice('/users/detail/'.length);
    expect(await readUser(id)).toMatchObject({
      username,
      name: XSS,
      role: 'STAFF',
      companyId: 'yamabiko',
      email: null,
    });
    network.restore();
  });

  test('a new user needs user name, name and password, with the errors on the fields', async () => {
    const app = await openNew();
    await fill(app, USERNAME, '山田');
    await press(app, '追加');

    const alert = await screen.findByRole('alert');
    expect(document.activeElement).toBe(alert);
    for (const label of [USERNAME, NAME, PASSWORD]) expect(field(label).getAttribute('aria-invalid')).toBe('true');
    expect(writes()).toEqual([]);
  });

  test('a user name that is already taken is an error on its field; the other fields stay filled', async () => {
    const app = await openNew('teacher');
    await fill(app, USERNAME, 'STUDENT');
    await fill(app, NAME, '佐藤 二郎');
    await fill(app, PASSWORD, 'secret-words');
    await press(app, '追加');

    await waitFor(() => expect(field(USERNAME).getAttribute('aria-invalid')).toBe('true'));
    expect(screen.getAllByText('このユーザー名はすでに使われています。').length).toBeGreaterThan(0);
    expect(field(NAME).value).toBe('佐藤 二郎');
    expect(field(PASSWORD).value).toBe('secret-words');
  });

  test('the form of a new user stays filled offline', async () => {
    const app = await openNew();
    const username = freeName();
    await fill(app, USERNAME, username);
    await fill(app, NAME, '待つ人');
    await fill(app, PASSWORD, 'secret-words');
    network.cut();
    await press(app, '追加');
    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした');
    expect(screen.getAllByText('オフラインです。つながると保存できます。')).toHaveLength(1);
    expect(field(USERNAME).value).toBe(username);
    expect(field(PASSWORD).value).toBe('secret-words');

    network.restore();
    await press(app, '追加');
    await title('待つ人');
  });

  test('a new STAFF without a company needs a confirmation that says what such a user cannot see', async () => {
    const app = await openNew();
    await fill(app, USERNAME, freeName());
    await fill(app, NAME, '担当 一人');
    await fill(app, PASSWORD, 'secret-words');
    expect(screen.queryByRole('checkbox')).toBeNull();
    await app.user.selectOptions(field(/^役割/), '担当者');
    const sure = screen.getByRole('checkbox', { name: '企業なしの担当者にする' });
    expect(screen.getByText(/ほかの人の情報も学習の進捗も見られません/)).toBeTruthy();
    await press(app, '追加');
    expect((await screen.findByRole('alert')).textContent).toContain('企業を選ぶか、このままで');
    expect(writes()).toEqual([]);

    await app.user.click(sure);
    await press(app, '追加');
    await title('担当 一人');
    expect(writes()[0]?.body).not.toContain('isAlone');
  });

  test('a teacher cannot create an admin', async () => {
    await openNew('teacher');
    const offered = within(field(/^役割/)).getAllByRole('option');
    expect(offered.map((option) => option.textContent)).toEqual(['受講者', '担当者', '講師']);
  });
});

describe('an existing user', () => {
  test('an existing user is changed; an empty password field leaves the password unchanged', async () => {
    const user = await makeUser({ companyId: 'minato' });
    const app = await openEdit(user, 'teacher');
    await fill(app, NAME, '試験 花代');
    await fill(app, /^メールアドレス/, 'hana@example.com');
    await app.user.selectOptions(screen.getByRole('combobox', { name: /^企業/ }), '企業なし');
    await press(app, '保存');

    await title('試験 花代');
    expect(await readUser(user.id)).toMatchObject({ name: '試験 花代', email: 'hana@example.com', companyId: null });
    expect(writes()[0]?.body).not.toContain('password');
  });

  test('a user is suspended and reactivated; the study record stays', async () => {
    const user = await makeUser();
    const app = await openEdit(user);
    await app.user.click(screen.getByRole('switch', { name: /利用停止/ }));
    await press(app, '保存');
    await title('試験 花子');
    expect(await readUser(user.id)).toMatchObject({ active: false });

    await app.goTo(`/users/edit/${user.id}`);
    const suspended = await screen.findByRole<HTMLInputElement>('switch', { name: /利用停止/ });
    expect(suspended.checked).toBe(true);
    await app.user.click(suspended);
    await press(app, '保存');
    await waitFor(async () => expect(await readUser(user.id)).toMatchObject({ active: true }));
  });

  test('deleting a user leads back to their company', async () => {
    const user = await makeUser({ companyId: 'minato' });
    const app = await openEdit(user, 'teacher');
    await chooseMore(app, '試験 花子さん', '削除');
    await press(app, '試験 花子さんを削除');

    await title('株式会社みなと');
    expect(app.href).toBe('/companies/minato');
  });

  test('a user is deleted only after a second press, and by one request', async () => {
    const user = await makeUser();
    const app = await openEdit(user);
    await chooseMore(app, '試験 花子さん', '削除');
    await cancelQuestion(app);
    expect(writes()).toEqual([]);
    await chooseMore(app, '試験 花子さん', '削除');
    const release = network.hold(/^DELETE /);
    await app.user.dblClick(screen.getByRole('button', { name: '試験 花子さんを削除' }));
    release();

    await waitFor(() => expect(app.href).toBe('/companies'));
    expect(writes()).toHaveLength(1);
    await expect(readUser(user.id)).rejects.toThrow('404');
  });

  test('a user is deleted even if the response to the first delete request was lost', async () => {
    const user = await makeUser();
    const app = await openEdit(user);
    await callAs('admin', 'DELETE', `/users/${user.id}`);
    await chooseMore(app, '試験 花子さん', '削除');
    await press(app, '試験 花子さんを削除');

    await waitFor(() => expect(app.href).toBe('/companies'));
  });

  test('a user whom the server does not delete stays, with the server’s reason', async () => {
    const user = await makeUser();
    const app = await openEdit(user);
    network.answer(/^DELETE /, 409, { detail: '最後の管理者です。' });
    await chooseMore(app, '試験 花子さん', '削除');
    await press(app, '試験 花子さんを削除');

    await screen.findByText('最後の管理者です。');
    expect(app.href).toBe(`/users/edit/${user.id}`);
  });

  test('teachers cannot edit an admin', async () => {
    await openEdit((await callAs('admin', 'GET', '/me/')) as User, 'teacher');
    expect(screen.getByText('管理者を編集できるのは、管理者だけです')).toBeTruthy();
    expect(screen.queryByRole('button', { name: '保存' })).toBeNull();
  });

  test('a user can neither suspend nor delete their own account', async () => {
    await openEdit((await callAs('admin', 'GET', '/me/')) as User);
    expect(screen.queryByRole('switch')).toBeNull();
    expect(screen.queryByRole('button', { name: /を削除$/ })).toBeNull();
  });
});

test.each(['staff', 'student'])('%s is denied the user forms', async (user) => {
  const app = await renderApp({ user, path: '/users/new?by=csv' });
  await screen.findByRole('heading', { name: 'アクセスが拒否されました' });
  await app.goTo('/users/edit/user-student');
  await screen.findByRole('heading', { name: 'アクセスが拒否されました' });
});
