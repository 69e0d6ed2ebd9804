/**
 * Tests saving files in an installed app of iOS: after slow preparation the app asks for a press, which opens the share
 * sheet.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { ownerOf } from '@tests/support/solving';
import { afterEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import type { OwnerKey } from '@/session/session';

useOwnServer('shared-files');
const network = useNetworkStub();

const share = vi.fn<(data: { files: File[] }) => Promise<void>>();
afterEach(() => {
  for (const name of ['standalone', 'share', 'canShare', 'userActivation']) Reflect.deleteProperty(navigator, name);
});

async function openPanelWithOneWaiting(): Promise<{ app: OpenedApp; panel: ReturnType<typeof within> }> {
  share.mockReset();
  const userActivation = { isActive: false };
  share.mockResolvedValue();
  for (const [name, value] of Object.entries({ standalone: true, share, canShare: () => true, userActivation })) {
    Object.defineProperty(navigator, name, { value, configurable: true });
  }
  network.cut(/^PUT /);
  await enqueue((await ownerOf('student')) as OwnerKey, { kind: 'lesson-read', lessonId: 'git-remote' }, 'リモート');
  const app = await renderApp({ user: 'student', path: '/community' });
  await app.user.click(await screen.findByRole('button', { name: /^同期の状態：/ }));
  const panel = within(await screen.findByRole('dialog', { name: '学習の送信' }));
  await app.user.click(await panel.findByRole('button', { name: 'ファイルに保存' }));
  return { app, panel };
}

async function findPrompt() {
  const prompt = within(await screen.findByRole('dialog', { name: 'ファイルの用意ができました' }));
  prompt.getByText(/^まなびば-学習の控え-.+\.json$/);
  expect(share).not.toHaveBeenCalled();
  return prompt;
}

test('the exported file of queued calls waits for a press of 共有 (share), and counts as saved only once shared', async () => {
  const { app, panel } = await openPanelWithOneWaiting();
  const prompt = await findPrompt();
  Object.defineProperty(navigator, 'userActivation', { value: { isActive: true }, configurable: true });
  await app.user.click(prompt.getByRole('button', { name: '共有' }));
  await panel.findByText('1件をファイルに保存しました。');
  const [file] = share.mock.calls[0]?.[0].files ?? [];
  expect(JSON.parse((await file?.text()) ?? '')).toMatchObject({ calls: [{ title: 'リモート' }] });
});

test('キャンセル closes the dialog before sharing, and no file is reported as saved', async () => {
  const { app, panel } = await openPanelWithOneWaiting();
  const prompt = await findPrompt();
  await app.user.click(prompt.getByRole('button', { name: 'キャンセル' }));
  await panel.findByText('保存をやめました。');
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'ファイルの用意ができました' })).toBeNull());
  expect(share).not.toHaveBeenCalled();
});
