/**
 * Tests a session that ends during a save: the user signs in again in a dialog on the same page, and the save
 * continues.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { press, retype, useMadeCourses } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import { fetchInfo } from '@/api/info';
import { fetchMe } from '@/api/me';
import { listFormDrafts } from '@/device/drafts/form-draft-records';
import { apiHost } from '@/session/api-host';
import { hasCapability } from '@/session/capabilities';
import { ownerKey, readSession } from '@/session/session';
import { readSessionStatus } from '@/session/session-status';

useOwnServer('sign-in-again');
const network = useNetworkStub();
const { makeCourse } = useMadeCourses();
const dialog = async () => within(await screen.findByRole('dialog', { name: 'もう一度ログインしてください' }));
const indicator = () => screen.getByRole('button', { name: /^同期の状態/ }).getAttribute('aria-label');

/** Types and saves a title after the server has ended the session. */
async function saveTooLate(): Promise<{ app: OpenedApp; course: { id: string } }> {
  const course = await makeCourse();
  const app = await renderApp({ user: 'teacher', path: `/courses/edit/${course.id}` });
  await retype(app, await screen.findByRole('textbox', { name: 'タイトル' }), '新しい題');
  network.answer(/^(PATCH|POST \/token)/, 401, { title: 'ログインが必要です', status: 401 });
  await press(app, '保存');
  return { app, course };
}

async function signInThere(app: OpenedApp, password = 'demo-password', username?: string): Promise<void> {
  const fields = await dialog();
  if (username) await retype(app, fields.getByRole('textbox', { name: 'ユーザー名' }), username);
  await app.user.type(fields.getByLabelText('パスワード'), password);
  await app.user.click(fields.getByRole('button', { name: 'ログイン' }));
}

test('signing in again in the dialog keeps the same page, and saves the typed text', async () => {
  const { app, course } = await saveTooLate();
  await dialog();
  expect(indicator()).toBe('同期の状態：再ログインが必要');
  network.restore();
  await signInThere(app, 'wrong-password');
  await screen.findByText('ユーザー名またはパスワードが違います。');
  await app.user.clear((await dialog()).getByLabelText('パスワード'));
  await signInThere(app);

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(async () => {
    expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).toMatchObject({ title: '新しい題' });
  });
  expect(app.loads).toEqual([]);
  expect(indicator()).toBe('同期の状態：同期済み');
  // The device still knows the server’s capabilities, so the next save sends the version that it started from.
  expect(hasCapability(await readSession(), 'versions')).toBe(true);
  expect(sessionStorage.getItem('refresh_token')).toBeTruthy();
});

test('closing the sign-in dialog keeps the typed text with a note; the next save and the sync panel open the dialog again', async () => {
  const { app } = await saveTooLate();
  await app.user.click((await dialog()).getByRole('button', { name: '閉じる' }));

  expect((await screen.findByRole('alert')).textContent).toContain('ログインの期限が切れました');
  expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'タイトル' }).value).toBe('新しい題');
  expect(indicator()).toBe('同期の状態：再ログインが必要');
  await press(app, '保存');
  await app.user.click((await dialog()).getByRole('button', { name: '閉じる' }));

  await app.user.click(screen.getByRole('button', { name: /^同期の状態/ }));
  const panel = within(await screen.findByRole('dialog', { name: '学習の送信' }));
  await app.user.click(panel.getByRole('button', { name: 'ログイン' }));
  await dialog();
});

test('another user’s sign-in reloads the app, and the draft stays with its owner', async () => {
  const { app, course } = await saveTooLate();
  await dialog();
  network.restore();
  await signInThere(app, 'demo-password', 'staff');

  await screen.findByRole('heading', { level: 1, name: /田中 健一\s?さんのホーム/ });
  expect(app.loads).toEqual(['/']);
  const ownerOf = (userId: string) => ownerKey({ apiHost: apiHost(), userId });
  const { id } = (await callAs('teacher', 'GET', '/me/')) as { id: string };
  expect(await listFormDrafts(ownerOf(id), 'course')).toEqual([course.id]);
  expect(await callAs('teacher', 'GET', `/courses/${course.id}`)).not.toMatchObject({ title: '新しい題' });
});

test('the response to a public call (GET /info/) or a gateway’s error does not end the request to sign in', async () => {
  await saveTooLate();
  await dialog();
  await fetchInfo();
  expect(readSessionStatus()).toBe('asked');
  network.answer('GET /me/', 502, '');
  await expect(fetchMe()).rejects.toMatchObject({ status: 502 });

  expect(readSessionStatus()).toBe('asked');
  expect(indicator()).toBe('同期の状態：再ログインが必要');
});
