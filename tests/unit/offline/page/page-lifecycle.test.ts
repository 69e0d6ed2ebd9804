/**
 * Tests that a frozen tab does not use IndexedDB, because its open transaction would block other tabs; it still lends
 * its refresh token.
 */
import { expect, test, vi } from 'vitest';

import { createBroadcast } from '@/storage/broadcast';

vi.mock('@/offline/queue/replay', () => ({ abortReplay: vi.fn<() => void>() }));

test('fault: the browser freezes a tab, and other tabs broadcast → it handles the broadcasts in order when it is resumed, but lends its refresh token meanwhile', async () => {
  const tab = new EventTarget();
  vi.stubGlobal('document', tab);
  const { followPageLifecycle } = await import('@/offline/page/page-lifecycle');
  const { abortReplay } = await import('@/offline/queue/replay');
  const heard: string[] = [];
  for (const type of ['queue-changed', 'session-changed', 'refresh-token-wanted']) {
    createBroadcast(type).subscribeToOthers(() => heard.push(type));
  }
  const other = new BroadcastChannel('manabiba');
  const tell = (...types: string[]) => types.forEach((type) => other.postMessage({ type }));
  followPageLifecycle();

  tab.dispatchEvent(new Event('freeze'));
  expect(vi.mocked(abortReplay)).toHaveBeenCalledTimes(1);
  tell('queue-changed', 'session-changed', 'refresh-token-wanted');
  await vi.waitFor(() => expect(heard).toEqual(['refresh-token-wanted']));
  tab.dispatchEvent(new Event('resume'));
  expect(heard).toEqual(['refresh-token-wanted', 'queue-changed', 'session-changed']);
  tell('queue-changed');
  await vi.waitFor(() => expect(heard).toHaveLength(4));
  other.close();
});
