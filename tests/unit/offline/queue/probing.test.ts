/**
 * Tests head-of-line probing, which finds out if only the first call of the queue is blocked: every row of its table of
 * events.
 */
import { expect, test } from 'vitest';

import { ENTRY_VERSION, type QueuedEntry } from '@/offline/queue/entries';
import { hasExhaustedAttempts, Probing, apartDelay } from '@/offline/queue/probing';
import { ownerKey } from '@/session/session';

import { lessonRead } from '../support/people';

const entry = (seq: number): QueuedEntry => ({
  version: ENTRY_VERSION,
  seq,
  id: `00000000-0000-4000-8000-00000000000${seq}`,
  owner: ownerKey({ apiHost: 'h', userId: 'a' }),
  call: lessonRead(`l${seq}`),
  queuedAt: '',
  state: 'queued',
  attempts: 0,
});
const [one, two, three, four] = [entry(1), entry(2), entry(3), entry(4)];
const stopped = (call: QueuedEntry, status = 403) => ({ entry: call, status });

/** Returns the probing state after runs in which the given calls were blocked and none was answered. */
function afterRuns(...runs: QueuedEntry[][]): Probing {
  const probing = new Probing();
  for (const calls of runs) {
    probing.begin();
    for (const call of calls) probing.noteBlocked(stopped(call), false);
  }
  probing.begin();
  return probing;
}

test.each<[string, QueuedEntry[][], boolean]>([
  ['the first time a call is blocked the run ends', [], false],
  ['the second time a call is blocked the run ends, too', [[one]], false],
  ['the third time a call is blocked others are tried', [[one], [one]], true],
  ['another blocked head starts counting again', [[one], [one], [one], [two]], false],
])('%s', (_, runs, goesOn) => {
  const head = runs.at(-1)?.[0] ?? one;
  expect(afterRuns(...runs).noteBlocked(stopped(head), false)).toBe(goesOn);
});

test('each run without an answer probes one more call than the last, at most three', () => {
  const probing = afterRuns();
  const tried: number[] = [];
  for (let run = 1; run <= 8; run += 1) {
    probing.begin();
    let probes = 0;
    for (
      let goesOn = probing.noteBlocked(stopped(one), false);
      goesOn;
      goesOn = probing.noteBlocked(stopped(two), false)
    ) {
      probes += 1;
    }
    tried.push(probes);
  }
  expect(tried).toEqual([0, 0, 1, 2, 3, 3, 3, 3]);
});

test('the next run probes the calls after the last probed one; after the last call it starts again behind the first', () => {
  const probing = afterRuns([one], [one], [one, two]);
  expect(probing.after).toBe(2);
  probing.noteBlocked(stopped(one), false);
  probing.noteBlocked(stopped(three), false);
  expect(probing.after).toBe(3);
  probing.wrap();
  expect(probing.after).toBe(1);
});

test('a probe is answered → the first call and all unanswered probes are marked as blocked', () => {
  const probing = afterRuns([one], [one], [one, two]);
  probing.noteBlocked(stopped(one), false);
  probing.noteBlocked(stopped(three, 0), false);
  expect(probing.answered(four)).toEqual([stopped(one), stopped(two), stopped(three, 0)]);
  expect(probing.isUnderWay).toBe(false);
  // Another blocked call counts as a new first call, for which counting starts again.
  expect(probing.noteBlocked(stopped(two), false)).toBe(false);
});

test('the first call itself is answered → the network was at fault before, and no call is marked as blocked', () => {
  const probing = afterRuns([one], [one], [one, two]);
  expect(probing.answered(one)).toEqual([]);
  expect(probing.noteBlocked(stopped(one), false)).toBe(false);
});

test('other calls are answered in a run in which the first call was not tried → the first call is not marked as blocked', () => {
  const probing = afterRuns([one], [one]);
  expect(probing.answered(two)).toEqual([]);
  expect(probing.noteBlocked(stopped(one), false)).toBe(true);
});

test('the first call is answered with Retry-After in two runs → each run ends, and the third run skips it', () => {
  const probing = new Probing();
  for (const run of [1, 2]) {
    probing.begin();
    expect(probing.passedOver(one)).toBeUndefined();
    expect(probing.noteBlocked(stopped(one, 503), true), `run ${run}`).toBe(false);
  }
  probing.begin();
  expect(probing.passedOver(one)).toEqual(stopped(one, 503));
  expect(probing.passedOver(two)).toBeUndefined();
});

test('an answer that rejects only the probed call does not prove that the server is reachable, so probing goes on', () => {
  const probing = afterRuns([one], [one]);
  expect(probing.noteBlocked(stopped(one), false)).toBe(true);
  expect(probing.pass(two)).toBe(false);
  expect(probing.after).toBe(2);
  expect(probing.isUnderWay).toBe(true);
});

test('a blocked call backs off, and its attempts are exhausted after about an hour', () => {
  const waits = Array.from({ length: 20 }, (_, times) => apartDelay({ status: 403, times }, 0));
  expect(waits.slice(0, 4)).toEqual([2000, 4000, 8000, 16_000]);
  expect(Math.max(...waits)).toBe(150_000);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(30 * 60_000);
  expect([19, 20].map((times) => hasExhaustedAttempts({ status: 0, times }))).toEqual([false, true]);
});

test('a call answered by 2xx without a receipt is sent a few times only, because the server may have recorded each', () => {
  expect([4, 5].map((times) => hasExhaustedAttempts({ status: 201, times }))).toEqual([false, true]);
  expect(apartDelay({ status: 201, times: 1 }, 0)).toBeGreaterThan(60_000);
});
