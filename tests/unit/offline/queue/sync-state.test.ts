/** Tests the sync indicator's state, from the stored calls and the outcome of the last run. */
import { clearSession } from '@tests/support/session';
import { keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { useReplay } from '@tests/unit/offline/support/replay';
import { expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { refuse } from '@/offline/queue/entry-transitions';
import { queueChanged, replayState } from '@/offline/queue/queue-broadcasts';
import { createReplayer } from '@/offline/queue/replay';
import { type SyncFacts, type SyncState, syncStateOf, watchSync } from '@/offline/queue/sync-state';

const a = keyOf('a');
const server = useReplay();

const none = { waiting: 0, refused: 0, unreadable: 0, receipts: 0 };
const ended = (stoppedBy?: 'network' | 'portal' | 'session' | 'pause' | 'storage') => ({
  isSending: false,
  outcome: { received: 0, refused: 0, stoppedBy },
});

test.each<[string, SyncState['kind'], SyncFacts]>([
  ['the queue is empty', 'synced', { counts: none, isSending: false }],
  ['the queue is empty, although the last run failed', 'synced', { counts: none, ...ended('network') }],
  ['only calls to another host are queued', 'elsewhere', { counts: none, elsewhere: 2, isSending: false }],
  ['a call was refused', 'refused', { counts: { ...none, refused: 1 }, isSending: false }],
  ['a record cannot be read', 'refused', { counts: { ...none, unreadable: 1 }, isSending: false }],
  ['a call is queued', 'waiting', { counts: { ...none, waiting: 1 }, isSending: false }],
  ['a call is being sent', 'sending', { counts: { ...none, waiting: 1, refused: 1 }, isSending: true }],
  ['no answer came', 'offline', { counts: { ...none, waiting: 1 }, ...ended('network') }],
  ['a portal answered', 'portal', { counts: { ...none, waiting: 1 }, ...ended('portal') }],
  ['the token was refused', 'login-needed', { counts: { ...none, waiting: 1 }, ...ended('session') }],
  ['the server answered Retry-After', 'waiting', { counts: { ...none, waiting: 1 }, ...ended('pause') }],
  ['the last run sent all due calls', 'waiting', { counts: { ...none, waiting: 1 }, ...ended() }],
  ['the device cannot be read', 'unknown', { isSending: false }],
])('%s: the sync state is %s', (_, kind, facts) => {
  expect(syncStateOf(facts).kind).toBe(kind);
});

test('when the session ends, remaining subscribers of the sync state are notified that a sign-in is needed', async () => {
  const kinds: string[] = [];
  const stop = watchSync(a, ({ kind }) => kinds.push(kind));
  await enqueue(a, lessonRead('l1'));
  await clearSession();
  await createReplayer('page').replay();
  await vi.waitFor(() => expect(kinds.at(-1)).toBe('login-needed'));
  stop();
});

test('a subscriber of the sync state gets every change, made by this page, another tab or the worker', async () => {
  const states: string[] = [];
  const stop = watchSync(a, ({ kind, waiting, refused }) => states.push(`${kind} ${waiting} ${refused}`));
  const seen = (state: string) => vi.waitFor(() => expect(states.at(-1)).toBe(state));
  await seen('synced 0 0');
  await enqueue(a, lessonRead('l1'));
  await seen('waiting 1 0');
  server.script = ['dead'];
  await createReplayer('page').replay();
  await seen('offline 1 0');
  await createReplayer('page').replay();
  await seen('synced 0 0');
  const entry = await enqueue(a, lessonRead('l2'));
  if (entry.state === 'queued') await refuse(entry, { status: 422, reason: '', at: '' });
  // A message as another tab broadcasts it.
  const other = new BroadcastChannel('manabiba');
  other.postMessage({ type: 'queue-changed', owner: a });
  await seen('refused 0 1');
  other.close();
  stop();
});

test('fault: reading the queue fails once → the queue is read again, and subscribers are notified', async () => {
  await enqueue(a, lessonRead('l1'));
  const heard = vi.fn<(news: { owner: string }) => void>();
  const unsubscribe = queueChanged.subscribe(heard);
  vi.spyOn(IDBObjectStore.prototype, 'count').mockImplementation(() => {
    throw new DOMException('unreadable', 'DataError');
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const states: string[] = [];
  const stop = watchSync(a, ({ kind, waiting }) => states.push(`${kind} ${waiting}`));
  await vi.waitFor(() => expect(states).toEqual(['unknown 0']));
  vi.restoreAllMocks();
  await vi.advanceTimersByTimeAsync(5000);
  vi.useRealTimers();
  await vi.waitFor(() => expect(states.at(-1)).toBe('waiting 1'));
  expect(heard).toHaveBeenCalledWith({ owner: a });
  unsubscribe();
  stop();
});

test("a subscriber of one owner's sync state gets no changes of another owner", async () => {
  const onState = vi.fn<(state: SyncState) => void>();
  const stop = watchSync(a, onState);
  await vi.waitFor(() => expect(onState).toHaveBeenCalledTimes(1));
  replayState.publish({ owner: keyOf('b'), sending: true });
  queueChanged.publish({ owner: keyOf('b') });
  await enqueue(a, lessonRead('l1'));
  await vi.waitFor(() => expect(onState).toHaveBeenLastCalledWith(expect.objectContaining({ kind: 'waiting' })));
  stop();
});

test('a change of the queue is counted once for all subscribers, also for one that subscribes later', async () => {
  const told: number[][] = [[], [], []];
  const watch = (index: number) => watchSync(a, ({ waiting }) => told[index]?.push(waiting));
  const stops = [watch(0), watch(1)];
  await vi.waitFor(() => expect(told.map((each) => each.at(-1))).toEqual([0, 0, undefined]));
  const count = vi.spyOn(IDBObjectStore.prototype, 'count');
  await enqueue(a, lessonRead('l1'));
  await vi.waitFor(() => expect(told.map((each) => each.at(-1))).toEqual([1, 1, undefined]));
  stops.push(watch(2));
  expect(told[2]).toEqual([1]);
  const ofQueue = count.mock.calls.filter(
    ([range]) => range instanceof IDBKeyRange && JSON.stringify(range.lower) === JSON.stringify(['queued', a]),
  );
  expect(ofQueue).toHaveLength(1);
  for (const stop of stops) stop();
  // Without subscribers the queue is not counted.
  count.mockClear();
  await enqueue(a, lessonRead('l2'));
  expect(count.mock.calls.filter(([range]) => range instanceof IDBKeyRange)).toEqual([]);
});
