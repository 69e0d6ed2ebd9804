/** Tests work that runs in pieces in the background: it survives a restart, a failing piece stops no other work. */
import {
  finishWork,
  lockWork,
  noteWork,
  runNextPiece,
  type Steps,
  wakePendingWork,
} from '@server/api/shared/pending-work';
import { now } from '@server/db/database';
import { pendingWork } from '@server/db/schema';
import { sql } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const ran: string[] = [];

/** Counts down: one piece for each number. */
const steps: Steps = {
  count: async (_transaction, state) => {
    const { name, left } = state as { name: string; left: number };
    ran.push(`${name} ${left}`);
    return Promise.resolve(left > 1 ? { name, left: left - 1 } : undefined);
  },
  fail: async (transaction, state) => {
    await noteWork(transaction, { id: 'rolled-back', kind: 'count', state: { name: 'rolled back', left: 1 } });
    throw new Error(`failed ${(state as { name: string }).name}`);
  },
};
const note = (id: string, left: number, more: { kind?: string; delaySeconds?: number } = {}) =>
  server.database.transaction((transaction) =>
    noteWork(transaction, { id, kind: 'count', state: { name: id, left }, ...more }),
  );
const rowsOf = () => server.database.select({ id: pendingWork.id, kind: pendingWork.kind }).from(pendingWork);
async function runAll() {
  while (await runNextPiece(server.database, steps)) wakePendingWork();
}

afterEach(async () => {
  ran.length = 0;
  await server.database.delete(pendingWork);
});

test('runs work piece by piece, each with the state of the piece before, and removes the note at the end', async () => {
  await note('a', 3);
  expect(await runNextPiece(server.database, steps)).toBe(true);
  expect(ran).toEqual(['a 3']);
  await runAll();

  expect(ran).toEqual(['a 3', 'a 2', 'a 1']);
  expect(await rowsOf()).toEqual([]);
});

test('fault: the server is restarted between two pieces → the work goes on with the next piece', async () => {
  await note('a', 2);
  await runNextPiece(server.database, steps);
  await server.pause();
  await server.resume();
  await runAll();

  expect(ran).toEqual(['a 2', 'a 1']);
});

test('work of a transaction that is rolled back never runs', async () => {
  const failing = server.database.transaction(async (transaction) => {
    await noteWork(transaction, { id: 'a', kind: 'count', state: { name: 'a', left: 1 } });
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  await runAll();

  expect(ran).toEqual([]);
});

test('fault: a piece fails → its changes are rolled back, other work is done, and it is tried again a minute later', async () => {
  const logged = vi.spyOn(console, 'error').mockReturnValue();
  await note('bad', 1, { kind: 'fail' });
  await note('good', 1);
  await runAll();

  expect(logged.mock.calls.join()).toContain('failed bad');
  expect(ran).toEqual(['good 1']);
  expect(await rowsOf()).toEqual([{ id: 'bad', kind: 'fail' }]);
  await server.database.update(pendingWork).set({ runAfter: now });
  expect(await runNextPiece(server.database, steps)).toBe(true);
  logged.mockRestore();
});

test('work with a delay does not start earlier, and a second note with the same id replaces the first', async () => {
  await note('a', 2, { delaySeconds: 60 });
  await runAll();
  expect(ran).toEqual([]);
  await note('a', 1);
  await runAll();

  expect(ran).toEqual(['a 1']);
});

test('work of a kind that only a newer build knows stays for that build', async () => {
  await note('a', 1, { kind: 'of-tomorrow' });
  await runAll();

  expect(await rowsOf()).toEqual([{ id: 'a', kind: 'of-tomorrow' }]);
});

test('a locked note shows its state, and a removed one is gone', async () => {
  await note('a', 7, { delaySeconds: 60 });
  await server.database.transaction(async (transaction) => {
    expect(await lockWork(transaction, 'a')).toEqual({ name: 'a', left: 7 });
    await finishWork(transaction, 'a');
  });
  const gone = await server.database.transaction((transaction) => lockWork(transaction, 'a'));

  expect(gone).toBeUndefined();
  expect(await server.database.$count(pendingWork, sql`true`)).toBe(0);
});
