/** Kills a replay of three entries at every crash point: each saved call still reaches the server, once. */
import { keyOfQueuedCall } from '@tests/support/study-server';
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { createReplayer } from '@/offline/queue/replay';
import { retry } from '@/offline/queue/retry-discard';
import type * as deviceStore from '@/storage/device-store';

import { createContext, installLocks, runIn } from '../support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from '../support/people';
import { listQueue, listRefused } from '../support/queue';
import { installScriptedServer, type Mode, type ScriptedServer } from '../support/scripted-server';

vi.mock('@/storage/device-store', async (original) => {
  const { withCrashPoints } = await import('../support/crash-contexts');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: withCrashPoints(real.createDeviceStore) };
});

const owner = keyOf('a');
let server: ScriptedServer;

beforeEach(async () => {
  installLocks();
  server = installScriptedServer();
  await emptyQueue();
  await signInAs('a');
});

async function saveThree(): Promise<QueuedCall[]> {
  const calls = [lessonRead('l1'), answerSubmit('qs1'), lessonRead('l2')];
  for (const call of calls) await enqueue(owner, call);
  return calls;
}

/** Replays until killed at a crash point. @returns the name of that point; undefined if the replay had ended before. */
async function replayUntil(step: number, place: 'page' | 'worker', script: Mode[] = []): Promise<string | undefined> {
  server.script = [...script];
  const context = createContext(place, step);
  await runIn(context, () => createReplayer(place).replay());
  server.script = [];
  return context.isDead ? context.crashPoints.at(-1) : undefined;
}

/** Reads the final state of server and device after a replay: recorded calls, counts of the queue, receipts. */
async function readEnd() {
  return {
    recorded: [...server.recorded].toSorted(),
    counts: await countQueue(owner),
    receipts: (await listReceipts(owner)).map(({ call }) => keyOfQueuedCall(call)).toReversed(),
  };
}

/** The expected final state: every call received once, with a receipt, in the order of saving. */
function allReceivedOnce(calls: readonly QueuedCall[]): Awaited<ReturnType<typeof readEnd>> {
  return {
    recorded: calls.map((call) => `a ${keyOfQueuedCall(call)}`).toSorted(),
    counts: { waiting: 0, refused: 0, unreadable: 0, receipts: calls.length },
    receipts: calls.map(keyOfQueuedCall),
  };
}

/** Counts the calls that are neither in the queue nor on the server. */
async function countLost(calls: readonly QueuedCall[]): Promise<number> {
  const entries = [...(await listQueue(owner)), ...(await listRefused(owner))];
  const kept = new Set(entries.map(({ call }) => keyOfQueuedCall(call)));
  return calls.filter((call) => !kept.has(keyOfQueuedCall(call)) && !server.recorded.has(`a ${keyOfQueuedCall(call)}`))
    .length;
}

test('a replay of three entries has more than a dozen crash points', async () => {
  await saveThree();
  const context = createContext('page');
  await runIn(context, () => createReplayer('page').replay());
  expect(context.crashPoints.length).toBeGreaterThanOrEqual(12);
});

const scripts: [name: string, script: Mode[]][] = [
  ['all answered', []],
  ['the second answer lost', ['ok', 'lost']],
  ['the second refused', ['ok', 422]],
  ['the first delayed', [500]],
  ['the server answering Retry-After', ['ok', 503]],
];

for (const place of ['page', 'worker'] as const) {
  for (const [name, script] of scripts) {
    test(`fault: ${place} killed at every step of a replay of 3, ${name} → all received once, none lost`, async () => {
      for (let step = 1; ; step += 1) {
        await emptyQueue();
        server.recorded.clear();
        const calls = await saveThree();
        const died = await replayUntil(step, place, script);
        expect(await countLost(calls)).toBe(0);
        if (died === undefined) break;
        await replayRest();
        expect(await readEnd()).toEqual(allReceivedOnce(calls));
      }
    });
  }
}

/** Starts the app again, later: refused calls are retried by hand, delayed ones are due. */
async function replayRest(): Promise<void> {
  for (const entry of await listRefused(owner)) await retry(entry);
  await createReplayer('page').replay({ isUrgent: true });
}

test('fault: killed at every step of a replay, and at every step of the replay after that → all received once', async () => {
  for (let first = 1; first <= 12; first += 1) {
    for (let second = 1; second <= 12; second += 1) {
      await emptyQueue();
      server.recorded.clear();
      const calls = await saveThree();
      await replayUntil(first, 'page');
      await replayUntil(second, 'worker');
      expect(await countLost(calls)).toBe(0);
      await replayRest();
      expect(await readEnd()).toEqual(allReceivedOnce(calls));
    }
  }
});

test('fault: killed at every step of saving a call → the call is saved completely or not at all, never twice', async () => {
  for (let step = 1; ; step += 1) {
    await emptyQueue();
    const call = lessonRead('l1');
    const context = createContext('page', step);
    const saved = await runIn(context, () => enqueue(owner, call));
    const { waiting } = await countQueue(owner);
    expect(waiting).toBeGreaterThanOrEqual(saved ? 1 : 0);
    await enqueue(owner, call);
    expect((await countQueue(owner)).waiting).toBe(1);
    if (!context.isDead) break;
  }
});
