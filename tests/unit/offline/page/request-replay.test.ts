// @vitest-environment jsdom
/** Tests that the code of replay is loaded on demand; a failed load counts as a missing network. */
import { emptyQueue, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { beforeEach, expect, test, vi } from 'vitest';

import { recordCall } from '@/offline/page/record-call';
import { requestReplayIfAny } from '@/offline/page/request-replay';
import { enqueue } from '@/offline/queue/enqueue';
import { type ReplayOutcome, replayState } from '@/offline/queue/queue-broadcasts';
import { syncStateOf } from '@/offline/queue/sync-state';

const a = keyOf('a');
/** Simulates loading the code of replay: counts the loads, and lets them fail as without a network. */
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

test('a start with an empty queue does not load the code of replay', async () => {
  await requestReplayIfAny(a);
  expect(code.asked).toBe(0);
});

test('a start with a queued call loads the code of replay and sends the call', async () => {
  await enqueue(a, lessonRead('l1'));
  await requestReplayIfAny(a);
  expect(code.runs).toBe(1);
});

test('fault: the code of replay cannot be loaded → recorded calls stay queued, as without a network, and are sent later', async () => {
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
