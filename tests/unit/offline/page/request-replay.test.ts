// @vitest-environment jsdom
/** The code that sends is loaded when there is something to send, and its absence is a missing network. */
import { emptyQueue, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { beforeEach, expect, test, vi } from 'vitest';

import { recordCall } from '@/offline/page/record-call';
import { requestReplayIfAny } from '@/offline/page/request-replay';
import { enqueue } from '@/offline/queue/enqueue';
import { type ReplayOutcome, replayState } from '@/offline/queue/queue-broadcasts';
import { syncStateOf } from '@/offline/queue/sync-state';

const a = keyOf('a');
/** Stands for the network that the code comes over. */
const code = vi.hoisted(() => ({ asked: 0, isHere: true, runs: 0 }));

vi.mock('@/offline/page/page-replay', () => ({
  get replayFromPage() {
    code.asked += 1;
    if (!code.isHere) throw new TypeError('Failed to fetch dynamically imported module');
    return () => {
      code.runs += 1;
      return Promise.resolve();
    };
  },
}));

beforeEach(async () => {
  Object.assign(code, { asked: 0, isHere: true, runs: 0 });
  await emptyQueue();
});

test('a device that holds nothing loads no sender', async () => {
  await requestReplayIfAny(a);
  expect(code.asked).toBe(0);
});

test('a device where something waits sends it at the start', async () => {
  await enqueue(a, lessonRead('l1'));
  await requestReplayIfAny(a);
  expect(code.runs).toBe(1);
});

test('fault: the code that sends cannot be had → what was recorded waits, as without a network, and is sent later', async () => {
  const states: { outcome?: ReplayOutcome }[] = [];
  const stop = replayState.subscribe((state) => states.push(state));
  code.isHere = false;
  await recordCall(a, lessonRead('l1'));
  await vi.waitFor(() => expect(states).toHaveLength(1));
  const counts = { waiting: 1, refused: 0, unreadable: 0, receipts: 0 };
  expect(syncStateOf({ counts, isSending: false, outcome: states[0]?.outcome }).kind).toBe('offline');

  code.isHere = true;
  await requestReplayIfAny(a);
  expect(code.runs).toBe(1);
  stop();
});
