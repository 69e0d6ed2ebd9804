/**
 * Tests queued calls that this session cannot send: those of other users, other API hosts, and newer versions of the
 * app.
 */
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

test('queued calls of other users and other hosts are counted by host; received calls are not counted', async () => {
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

test('after a change of the API host the indicator does not show 同期済み', async () => {
  await queued(keyOf('b'));
  await queued(ownerKey({ apiHost: OLD_HOST, userId: 'a' }));
  const states: SyncState[] = [];
  const stop = watchSync(a, (state) => states.push(state));
  await vi.waitFor(() => expect(states.at(-1)).toMatchObject({ kind: 'elsewhere', elsewhere: 1, waiting: 0 }));
  stop();
});

test('without calls of other users or hosts nothing is counted', async () => {
  await queued(a);
  expect(await countOtherOwners(a)).toEqual([]);
});

test('a record of a newer version is counted, although the list cannot show it', async () => {
  const entry = await queued(a);
  await putRaw(['queued', a, 7], { version: ENTRY_VERSION + 1, seq: 7, owner: a });
  expect(await readUpTo('queued', a, 100)).toEqual({ entries: [entry], newer: 1 });
});
