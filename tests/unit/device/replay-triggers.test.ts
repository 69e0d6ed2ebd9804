/** The timer of replay: it runs while something waits, and while nobody can tell whether something does. */
import { keyOf } from '@tests/unit/offline/support/people';
import { beginReplay, saveLessons, sentWords } from '@tests/unit/offline/support/replay';
import type { StudyServer } from '@tests/unit/offline/support/study-server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { followReplayTriggers } from '@/device/replay-triggers';
import { countQueue } from '@/offline/queue/queue-counts';

const a = keyOf('a');
let server: StudyServer;

beforeEach(async () => {
  server = await beginReplay();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }));
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

test('fault: one look at the queue fails while the server is away → both come back, and what waits is sent without a press', async () => {
  await saveLessons('l1');
  server.otherwise = 'dead';
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const stop = followReplayTriggers(a);
  await vi.waitFor(() => expect(sentWords()).toHaveLength(1));

  const count = vi.spyOn(IDBObjectStore.prototype, 'count').mockImplementation(() => {
    throw new DOMException('unreadable', 'DataError');
  });
  // A run asks how much waits, and whoever watches looks when it is over: both in vain.
  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(4000);
    expect(count.mock.calls.length).toBeGreaterThanOrEqual(2);
  });
  count.mockRestore();
  server.otherwise = 'ok';

  await vi.waitFor(async () => {
    await vi.advanceTimersByTimeAsync(4000);
    expect(await countQueue(a)).toMatchObject({ waiting: 0, receipts: 1 });
  });
  stop();
});
