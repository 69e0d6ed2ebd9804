/** Tests new passwords for several people: slips to print, and the list of people without a slip after a reload. */
import { screen, within } from '@testing-library/dom';
import { bar, openPanel, openTable, pick, sentChanges } from '@tests/support/bulk';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import { signOut } from '@/device/sign-out';
import { ownerKey, readSession } from '@/session/session';

useOwnServer('new-passwords');
const network = useNetworkStub();

describe('new passwords', () => {
  const print = vi.fn<() => void>();
  beforeEach(() => {
    print.mockReset();
    vi.stubGlobal('print', print);
  });
  const renew = async () => {
    const app = await openTable('admin');
    await pick(app, '渡辺 さくら');
    await pick(app, '山本 大輔');
    const panel = await openPanel(app, '新しいパスワード');
    await app.user.click(panel.getByRole('button', { name: '2名のパスワードを新しくする' }));
    await panel.findByText('2名のパスワードを新しくしました。');
    return { app, panel };
  };
  const notice = () => screen.queryByRole('region', { name: '控えのないパスワード' });

  test('new passwords of many people are printed as a slip for each person, and the server accepts them', async () => {
    const { app, panel } = await renew();
    await app.user.click(panel.getByRole('button', { name: '2名の控えを印刷' }));

    expect(print).toHaveBeenCalledTimes(1);
    const [, changes] = sentChanges(network).find(([id]) => id === 'user-watanabe') ?? [];
    const password = String(changes?.password);
    expect(password).toMatch(/^\w{4}-\w{4}-\w{4}$/);
    expect(screen.getByText(password)).toBeTruthy();
    expect(document.documentElement.dataset.print).toBe('slips');
    const stored = JSON.stringify([Object.entries(sessionStorage), Object.entries(localStorage)]);
    expect(stored).not.toContain(password);

    await app.user.click(panel.getByRole('button', { name: '閉じる' }));
    expect(notice()).toBeNull();
    expect(document.documentElement.dataset.print).toBeUndefined();
  });

  test('after a reload, people with a new password and no slip are listed and can be selected', async () => {
    const { app } = await renew();
    await app.reload();
    const region = within(await screen.findByRole('region', { name: '控えのないパスワード' }));
    await region.findByText('渡辺 さくら（watanabe）、山本 大輔（yamamoto）');
    await app.user.click(region.getByRole('button', { name: 'この2名を選ぶ' }));

    (await bar()).getByText('2名を選択中');
  });

  test('after a sign-out, the tab no longer stores who got a new password', async () => {
    const { app, panel } = await renew();
    await app.user.click(panel.getByRole('button', { name: '閉じる' }));
    await screen.findByRole('region', { name: '控えのないパスワード' });
    await signOut(ownerKey((await readSession())?.owner ?? expect.fail()), 'keep');

    expect(JSON.stringify(Object.entries(sessionStorage))).not.toContain('user-watanabe');
  });

  test('a person whose password change was refused is not listed as having a new password', async () => {
    network.answer('PATCH /users/user-yamamoto', 403, { detail: '権限がありません。' });
    const app = await openTable('admin');
    await pick(app, '渡辺 さくら');
    await pick(app, '山本 大輔');
    const panel = await openPanel(app, '新しいパスワード');
    await app.user.click(panel.getByRole('button', { name: '2名のパスワードを新しくする' }));
    await panel.findByText('1名のパスワードを新しくしました。1名は変更できませんでした。');
    await app.reload();

    await screen.findByText('渡辺 さくら（watanabe）');
  });
});
