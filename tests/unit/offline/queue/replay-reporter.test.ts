/** Tests the broadcasts of a running replay. */
import { beforeEach, expect, test, vi } from 'vitest';

import { callsReceived, queueChanged } from '@/offline/queue/queue-broadcasts';
import { createReporter } from '@/offline/queue/replay-reporter';

import { emptyQueue, keyOf, lessonRead } from '../support/people';
import { queued } from '../support/queue';

const a = keyOf('a');

beforeEach(async () => {
  await emptyQueue();
  vi.useFakeTimers();
});

test('replay broadcasts a received call before the next call is answered', async () => {
  const entry = await queued(a, lessonRead('l1'));
  const received: string[][] = [];
  let changes = 0;
  const stops = [
    callsReceived.subscribe(({ calls }) => received.push(calls.map(({ subject }) => subject))),
    queueChanged.subscribe(() => (changes += 1)),
  ];
  const reporter = createReporter(a);
  reporter.started();
  vi.advanceTimersByTime(50);
  reporter.received(entry);
  expect(received).toEqual([]);

  vi.advanceTimersByTime(150);
  expect(received).toEqual([['l1']]);
  expect(changes).toBe(1);

  reporter.finished({ received: 1, refused: 0 });
  vi.advanceTimersByTime(1000);
  expect(received).toEqual([['l1']]);
  for (const stop of stops) stop();
});
