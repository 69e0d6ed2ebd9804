/** Tests how users of every role edit their own account on my page: name, e-mail and password. */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, demoSession, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();
const card = () => within(screen.getByRole('region', { name: 'アカウント' }));
const patches = () => network.sent.filter(({ method }) => method === 'PATCH');

async function openForm(app: OpenedApp, part: string): Promise<void> {
  await app.user.click(card().getByRole('button', { name: `${part}を変更` }));
  await card().findByRole('button', { name: '保存' });
}

async function fill(app: OpenedApp, label: RegExp | string, text: string): Promise<void> {
  const field = card().getByLabelText(label);
  await app.user.clear(field);
  if (text) await app.user.type(field, text);
}

const openDetails = async (user = 'student') => {
  const app = await renderApp({ user, path: '/mypage' });
  await openForm(app, '氏名・メールアドレス');
  return app;
};
const openPassword = async (user = 'student') => {
  const app = await renderApp({ user, path: '/mypage' });
  await openForm(app, 'パスワード');
  return app;
};
const PASSWORD = /^新しいパスワード\s*\*?$/;
const CURRENT = /^現在のパスワード\s*\*?$/;
const AGAIN = /^新しいパスワード（もう一度）\s*\*?$/;
const NAME = /^氏名\s*\*?$/;

describe('name and e-mail', () => {
  test('changing the own name and e-mail updates every place on the page at once', async () => {
    const app = await openDetails('abe');
    await fill(app, NAME, '安倍 ひかる');
    await fill(app, /^メールアドレス/, '');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    await screen.findByRole('button', { name: 'アカウント（安倍 ひかる）' });
    expect(await callAs('abe', 'GET', '/me/')).toMatchObject({ name: '安倍 ひかる', email: null });
    const profile = screen.getByRole('region', { name: 'プロフィール' });
    await waitFor(() => expect(profile.textContent).toContain('記録なし'));
    // Once the form is closed, the focus is on the button that opened it.
    const opener = await card().findByRole('button', { name: '氏名・メールアドレスを変更' });
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });

  test('the own name’s kana reading is saved only on a server with the capability name-kana', async () => {
    const app = await openDetails('kimura');
    await fill(app, /^フリガナ/, 'きむら けん');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    await waitFor(async () => expect(await callAs('kimura', 'GET', '/me/')).toMatchObject({ nameKana: 'キムラ ケン' }));
    await screen.findByText('キムラ ケン');

    network.answer('GET /info/', 200, { serviceName: 'まなびば' });
    const other = await openDetails('shimizu');
    expect(card().queryByLabelText(/^フリガナ/)).toBeNull();
    await fill(other, NAME, '清水 悠');
    await other.user.click(card().getByRole('button', { name: '保存' }));
    await screen.findByRole('button', { name: 'アカウント（清水 悠）' });
    expect(patches().at(-1)?.body).toBe(JSON.stringify({ name: '清水 悠', email: 'shimizu@example.com' }));
  });

  test('after a new sign-in the kana reading is saved even before the server has announced its capabilities again', async () => {
    await openDetails('kimura');
    network.hold('GET /info/');
    const app = await openDetails('kimura');
    await fill(app, /^フリガナ/, 'きむら はな');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    await waitFor(async () => expect(await callAs('kimura', 'GET', '/me/')).toMatchObject({ nameKana: 'キムラ ハナ' }));
  });

  test('the form of the own account shows an error beside a field once the field has been left', async () => {
    const app = await openDetails();
    const field = card().getByLabelText(/^メールアドレス/);
    await fill(app, /^メールアドレス/, 'sato@');
    expect(field.getAttribute('aria-invalid')).not.toBe('true');

    await app.user.tab();

    expect(field.getAttribute('aria-invalid')).toBe('true');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    const summary = await card().findByRole('alert');
    expect(document.activeElement).toBe(summary);
    expect(summary.textContent).toContain('メールアドレスの形で入力してください。');
    await app.user.click(within(summary).getByRole('button', { name: 'メールアドレス' }));
    expect(document.activeElement).toBe(field);
    expect(patches()).toEqual([]);
  });

  test.each([
    [403, /権限がありません/],
    [409, /すでに使われています/],
    [413, /大きすぎ/],
    [429, /しばらく待って/],
    [500, /サーバーで問題が起きました/],
  ])('the account form keeps typed name and e-mail when the server answers %i', async (status, words) => {
    const details: Record<number, string> = { 403: '権限がありません。', 409: 'すでに使われています。' };
    const app = await openDetails();
    network.answer(/^PATCH /, status, { detail: details[status] });
    await fill(app, NAME, '佐藤 みさき');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    expect((await card().findByRole('alert')).textContent).toMatch(words);
    expect(card().getByLabelText<HTMLInputElement>(NAME).value).toBe('佐藤 みさき');
  });

  test('the form of the own account keeps name and e-mail offline, and saves them once online', async () => {
    const app = await openDetails('hashimoto');
    network.cut();
    await fill(app, NAME, '橋本 なな');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    expect((await card().findByRole('alert')).textContent).toContain('接続できませんでした');
    expect(card().getByLabelText<HTMLInputElement>(NAME).value).toBe('橋本 なな');
    network.restore();

    await app.user.click(card().getByRole('button', { name: '保存' }));

    await screen.findByRole('button', { name: 'アカウント（橋本 なな）' });
  });

  test('cancelling the form of the own account leaves name and e-mail unchanged', async () => {
    const app = await openDetails();
    await app.user.click(card().getByRole('button', { name: 'キャンセル' }));

    await card().findByRole('button', { name: '氏名・メールアドレスを変更' });
    expect(patches()).toEqual([]);
  });
});

describe('the password', () => {
  test('the own password is changed when the new one is typed twice, and this session stays signed in', async () => {
    const app = await openPassword('ishikawa');
    await fill(app, CURRENT, 'demo-password');
    await fill(app, PASSWORD, 'new-password-1');
    await fill(app, AGAIN, 'new-password-1');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    await card().findByRole('button', { name: 'パスワードを変更' });
    const body = new URLSearchParams({ username: 'ishikawa', password: 'new-password-1' });
    const answer = await fetch(`${await useTripServer()}/api/v1/authorize`, { method: 'POST', body });
    expect(answer.status).toBe(200);
    expect((await demoSession('ishikawa')).access_token).toBeTruthy();
    await app.goTo('/courses');
    await screen.findByRole('heading', { level: 1, name: 'コース' });
  });

  test('the password form also requires the current password, and shows an error of either password on its own field', async () => {
    const app = await openPassword('mori');
    expect(card().getByLabelText<HTMLInputElement>(CURRENT).autocomplete).toBe('current-password');
    await fill(app, PASSWORD, 'password');
    await fill(app, AGAIN, 'password');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    expect((await card().findByRole('alert')).textContent).toContain('入力してください。');
    expect(patches()).toEqual([]);

    await fill(app, CURRENT, 'not-my-password');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    await waitFor(() => expect(card().getByLabelText(PASSWORD).getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() =>
      expect(card().getByRole('alert').textContent).toContain('よく使われていて、すぐに当てられます。'),
    );

    await fill(app, PASSWORD, 'new-password-2');
    await fill(app, AGAIN, 'new-password-2');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    await waitFor(() => expect(card().getByLabelText(CURRENT).getAttribute('aria-invalid')).toBe('true'));
    await waitFor(() => expect(card().getByRole('alert').textContent).toContain('現在のパスワードが違います。'));
  });

  test('the own password is changed without the current one if the server does not list current-password', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば' });
    const app = await openPassword('abe');
    expect(card().queryByLabelText(CURRENT)).toBeNull();
    network.answer(/^PATCH /, 200, await callAs('abe', 'GET', '/me/'));
    await fill(app, PASSWORD, 'new-password-3');
    await fill(app, AGAIN, 'new-password-3');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    await card().findByRole('button', { name: 'パスワードを変更' });
    expect(patches().map(({ body }) => body)).toEqual(['{"password":"new-password-3"}']);
  });

  test('password managers recognise the password form, and the password can be shown', async () => {
    const app = await openPassword();
    const field = card().getByLabelText<HTMLInputElement>(PASSWORD);
    expect(field.autocomplete).toBe('new-password');
    expect(document.querySelector<HTMLInputElement>('input[autocomplete="username"]')?.value).toBe('student');

    await app.user.click(card().getByRole('button', { name: '新しいパスワードを表示する' }));

    expect(field.type).toBe('text');
  });

  test('the password form does not send a password that is too short or was repeated differently', async () => {
    const app = await openPassword();
    await fill(app, PASSWORD, 'short');
    await fill(app, AGAIN, 'short');
    await app.user.click(card().getByRole('button', { name: '保存' }));
    expect((await card().findByRole('alert')).textContent).toContain('8文字以上にしてください。');
    expect(card().getByLabelText(PASSWORD).getAttribute('aria-invalid')).toBe('true');

    await fill(app, PASSWORD, 'long enough 1');
    await fill(app, AGAIN, 'long enough 2');
    await app.user.click(card().getByRole('button', { name: '保存' }));

    await waitFor(() => expect(card().getByRole('alert').textContent).toContain('上と同じものを入力してください。'));
    expect(patches()).toEqual([]);
  });

  test('no password is stored in a draft on the device', async () => {
    const app = await openPassword();
    await fill(app, PASSWORD, 'secret-password-9');
    await app.user.click(card().getByRole('button', { name: 'キャンセル' }));
    await openForm(app, 'パスワード');

    expect(card().getByLabelText<HTMLInputElement>(PASSWORD).value).toBe('');
    expect(card().queryByRole('group', { name: '前回の書きかけ' })).toBeNull();
  });
});
