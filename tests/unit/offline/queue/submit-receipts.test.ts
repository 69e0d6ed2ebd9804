/** Tests which answers are receipts of a submit, and the effect of 2xx answers that are not. */
import { describe, expect, test } from 'vitest';

import { isReceiptFor } from '@/offline/queue/acknowledgement';
import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { listQueue, listRefused } from '../support/queue';
import { useReplay, saveLessons, senderOverTime, createReplayer } from '../support/replay';

const a = keyOf('a');
const MINUTE_MS = 60_000;
const server = useReplay();

describe('2xx without a receipt for a submit', () => {
  test("fault: a proxy's bare {} with 200 → the submit stays queued, and arrives when the server answers", async () => {
    await enqueue(a, answerSubmit('s1'));
    server.otherwise = 'bare';
    expect(await createReplayer('page').replay()).toMatchObject({ received: 0, waiting: 1, stoppedBy: 'pause' });
    server.otherwise = 'ok';
    shiftClock(MINUTE_MS);
    expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
  });

  test('fault: the server itself answers all submits with a bare {} → they are repeated a few times only, hold up no other call, and are listed under 要確認 (needs attention)', async () => {
    await enqueue(a, answerSubmit('s1'));
    await enqueue(a, answerSubmit('s2'));
    await saveLessons('l1');
    for (const { call } of await listQueue(a)) {
      if (call.kind === 'answer-submit') server.poisoned.set(`submit:${call.submit.clientSubmitId}`, 'empty');
    }
    const run = senderOverTime();
    await run(1);
    expect(await countQueue(a)).toMatchObject({ waiting: 2, receipts: 1 });
    await run(20);
    expect(await listRefused(a)).toMatchObject([
      { refusal: { status: 204, isBlocked: true } },
      { refusal: { status: 204, isBlocked: true } },
    ]);
    expect(server.requests.filter(({ call }) => call.startsWith('submit'))).toHaveLength(10);
  });
});

test.each<[string, (id: string) => unknown, boolean]>([
  ['its own clientSubmitId', (id) => ({ clientSubmitId: id }), true],
  ['its own clientSubmitId in capitals', (id) => ({ clientSubmitId: id.toUpperCase() }), true],
  ['an id and a score', () => ({ id: 7, score: 0 }), true],
  ['an id and a score, and no clientSubmitId', () => ({ clientSubmitId: null, id: 's1', score: 1 }), true],
  ["another submit's clientSubmitId", () => ({ clientSubmitId: 'other', id: 's1', score: 1 }), false],
  ['an id alone', () => ({ id: 's1' }), false],
  ['nothing', () => undefined, false],
  ['{}', () => ({}), false],
  ['"ok"', () => 'ok', false],
  ['a list', () => [], false],
])('a 2xx with %s may be a receipt of a submit (case %#)', (_, bodyOf, isReceipt) => {
  const submit = answerSubmit('s1', 'abcdef00-0000-4000-8000-000000000001');
  expect(isReceiptFor(submit, bodyOf('abcdef00-0000-4000-8000-000000000001'))).toBe(isReceipt);
  expect(isReceiptFor(lessonRead('l1'), bodyOf('x'))).toBe(true);
});
