/**
 * Tests what happens to queued calls that a dialect cannot translate, or that were refused under an earlier version of
 * it.
 */
import { beforeEach, expect, test, vi } from 'vitest';

import type { Call, Dialect } from '@/api/dialect/dialect';
import { enqueue } from '@/offline/queue/enqueue';
import { readRecord } from '@/offline/queue/entries';
import { refuse } from '@/offline/queue/entry-transitions';
import { listReceipts } from '@/offline/queue/queue-lists';
import { shiftClock } from '@/storage/now';

import { answerSubmit, keyOf, lessonRead } from '../support/people';
import { listQueue, listRefused, putRaw, queued, refusal } from '../support/queue';
import { beginReplay, createReplayer, saveLessons, senderOverTime, sentWords } from '../support/replay';
import type { ScriptedServer } from '../support/scripted-server';

const chosen = vi.hoisted(() => ({ dialect: { version: '' } as Dialect | undefined }));
const ours = chosen.dialect;
vi.mock('@/api/dialects/none', () => chosen);

const a = keyOf('a');
const SUBMIT_ID = '00000000-0000-4000-8000-000000000abc';
let server: ScriptedServer;
const none = { toServer: undefined, toApp: undefined, toError: undefined };
const use = (dialect: Partial<Dialect>) => {
  chosen.dialect = ours;
  Object.assign(ours ?? {}, { version: '1', ...none, ...dialect });
};
const isSubmit = ({ path }: Call) => path === '/submit/';

beforeEach(async () => {
  use({});
  server = await beginReplay();
});

test('a call that the dialect cannot translate waits unsent with its field, the calls behind it are sent, and a newer dialect sends it', async () => {
  use({ toServer: (call) => (isSubmit(call) ? { ...call, json: call.json.answers[0].text.trim() } : call) });
  await enqueue(a, answerSubmit('s1', SUBMIT_ID));
  await saveLessons('l1');

  expect(await createReplayer('page').replay()).toMatchObject({ received: 1, refused: 0, waiting: 1 });
  expect(sentWords()).toEqual(['a read:l1']);
  const reason = 'サーバーに送る形に直せません：submit.answers.0.text（なし）';
  expect(await listQueue(a)).toMatchObject([{ attempts: 0, unsent: { dialect: '1', reason } }]);

  use({ version: '2' });
  expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
  expect(sentWords()).toEqual(['a read:l1', `a submit:${SUBMIT_ID}`]);
  expect((await listReceipts(a)).some((entry) => 'unsent' in entry)).toBe(false);
});

test.each([503, 404])(
  'a further GET that is answered %i before sending stops the run, and the call waits',
  async (status) => {
    use({ toServer: async (call, { get }) => (isSubmit(call) && (await get('/question-set/s1')), call) });
    const study = globalThis.fetch;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.includes('/question-set/') ? Promise.resolve(Response.json({ detail: 'x' }, { status })) : study(url, init),
    );
    await enqueue(a, answerSubmit('s1'));

    expect(await createReplayer('page').replay()).toMatchObject({ stoppedBy: 'network', waiting: 1 });
    expect(sentWords()).toEqual([]);
    expect((await listQueue(a))[0]?.unsent).toBeUndefined();
  },
);

test('a submit whose response the dialect cannot translate is attempted once, goes to 要確認, and is never sent again by itself', async () => {
  use({ toApp: (body, call) => (isSubmit(call) ? { ...body, score: body.result.points } : body) });
  await enqueue(a, answerSubmit('s1', SUBMIT_ID));
  const replay = senderOverTime();

  await replay(3);
  use({ version: '2' });
  await replay(3);

  expect(sentWords()).toEqual([`a submit:${SUBMIT_ID}`]);
  const reason = 'サーバーの応答が想定と違います：submit.result（なし）';
  expect(await listRefused(a)).toMatchObject([{ refusal: { status: 200, isBlocked: true, reason, dialect: '1' } }]);
});

test('a submit stays in 要確認 when only a further GET after it found no network: the server may have recorded it', async () => {
  use({ toApp: async (body, call) => (isSubmit(call) && (await call.get('/question-set/s1')), body) });
  const study = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.includes('/question-set/') ? Promise.reject(new TypeError('fetch failed')) : study(url, init),
  );
  await enqueue(a, answerSubmit('s1', SUBMIT_ID));

  await senderOverTime()(3);

  expect(sentWords()).toEqual([`a submit:${SUBMIT_ID}`]);
  expect(await listRefused(a)).toMatchObject([{ refusal: { status: 200, isBlocked: true } }]);
});

test('a read lesson whose response the dialect cannot translate is received: repeating it changes nothing', async () => {
  use({ toApp: (body, { path }) => (path.startsWith('/progress/lesson/') ? body.x.y : body) });
  await saveLessons('l1');

  expect(await createReplayer('page').replay()).toMatchObject({ received: 1, waiting: 0 });
});

test.each([
  [422, true],
  [404, true],
  [403, false],
  [409, false],
])('a call refused with %i under an earlier dialect is sent again once: %s', async (status, isSent) => {
  server.otherwise = status as 422;
  // The server answers its owner, so a refusal counts.
  const study = globalThis.fetch;
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.endsWith('/me/')
      ? Promise.resolve(Response.json({ id: 'a', username: 'a', name: 'a', role: 'STUDENT' }))
      : study(url, init),
  );
  await saveLessons('l1');
  const replay = senderOverTime();
  await replay(2);
  expect(await listRefused(a)).toMatchObject([{ refusal: { status, dialect: '1' } }]);
  expect(sentWords()).toHaveLength(1);

  use({ version: '2' });
  await replay(3);

  expect(sentWords()).toHaveLength(isSent ? 2 : 1);
  expect(await listRefused(a)).toMatchObject([{ refusal: { status, dialect: isSent ? '2' : '1' } }]);
});

test('a call that was refused before there was a dialect is sent again once, in its old place', async () => {
  await refuse(await queued(a, lessonRead('l1')), refusal);
  await putRaw(['refused', a, 1], { ...(await listRefused(a))[0], refusal });
  await saveLessons('l2');

  await createReplayer('page').replay();

  expect(sentWords()).toEqual(['a read:l1', 'a read:l2']);
});

test('without a dialect, records with the dialect’s fields are read, shown and sent like any others', async () => {
  chosen.dialect = undefined;
  shiftClock(0);
  await putRaw(['queued', a, 1], { ...(await queued(a, lessonRead('l1'))), unsent: { dialect: '1', reason: 'x' } });
  const { id } = (await listQueue(a))[0] ?? {};
  await refuse(await queued(a, lessonRead('l2')), { ...refusal });
  await putRaw(['refused', a, 2], { ...(await listRefused(a))[0], refusal: { ...refusal, dialect: '1' } });

  expect(await createReplayer('page').replay()).toMatchObject({ received: 1 });
  expect((await listReceipts(a))[0]).toMatchObject({ id, call: lessonRead('l1') });
  expect(await listRefused(a)).toMatchObject([{ call: lessonRead('l2') }]);
});

test('a build that does not know a field of a record ignores it, so yesterday’s build reads the records of today', () => {
  const base = { version: 1, seq: 1, id: SUBMIT_ID, owner: a, call: lessonRead('l1'), attempts: 0, state: 'refused' };
  const withUnknown = { refusal: { ...refusal, unknown: 'x' }, unknown: { dialect: '1' } };
  const record = { ...base, queuedAt: '2026-11-21T03:00:00Z', ...withUnknown };

  expect(readRecord(record, 'refused', a, 1)).toMatchObject({ kind: 'entry', entry: { refusal } });
});
