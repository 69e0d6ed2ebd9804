/** What waits and cannot be sent by who is here is told: for whom, and of which version. */
import { API_HOST, emptyQueue, keyOf, lessonRead } from '@tests/unit/offline/support/people';
import { putRaw, queued, refusal, sent } from '@tests/unit/offline/support/queue';
import { beforeEach, expect, test, vi } from 'vitest';

import { ENTRY_VERSION } from '@/offline/queue/entries';
import { refuse } from '@/offline/queue/entry-transitions';
import { countOtherOwners } from '@/offline/queue/other-owners';
import { readUpTo } from '@/offline/queue/queue-lists';
import { type SyncState, watchSync } from '@/offline/queue/sync-state';
import { ownerKey } from '@/session/session';

const a = keyOf('a');
const OLD_HOST = 'https://old.example';

beforeEach(emptyQueue);

test('what waits for other people and for another host is counted by host, what was received is not', async () => {
  await queued(a);
  await queued(keyOf('b'));
  await refuse(await queued(keyOf('c'), lessonRead('l2')), refusal);
  await sent(keyOf('d'), 'l3');
  await queued(ownerKey({ apiHost: OLD_HOST, userId: 'a' }));
  await queued(ownerKey({ apiHost: OLD_HOST, userId: 'a' }), lessonRead('l2'));
  const counts = await countOtherOwners(a);
  expect(counts.toSorted((one, two) => one.count - two.count)).toEqual([
    { apiHost: API_HOST, count: 2 },
    { apiHost: OLD_HOST, count: 2 },
  ]);
});

test('after the API host has changed the indicator does not say that all is sent', async () => {
  await queued(keyOf('b'));
  await queued(ownerKey({ apiHost: OLD_HOST, userId: 'a' }));
  const states: SyncState[] = [];
  const stop = watchSync(a, (state) => states.push(state));
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ kind: 'elsewhere', elsewhere: 1, waiting: 0 }));
  stop();
});

test('nothing of others is nothing to tell', async () => {
  await queued(a);
  expect(await countOtherOwners(a)).toEqual([]);
});

test('a record of a newer version is counted in the list that it cannot be shown in', async () => {
  const entry = await queued(a);
  await putRaw(['queued', a, 7], { version: ENTRY_VERSION + 1, seq: 7, owner: a });
  expect(await readUpTo('queued', a, 100)).toEqual({ entries: [entry], newer: 1 });
});
