/** Every point at which a replay of three entries can be cut off: what was saved reaches the server, once. */
import { beforeEach, expect, test, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { listReceipts } from '@/offline/queue/queue-lists';
import type { QueuedCall } from '@/offline/queue/queued-calls';
import { createReplayer } from '@/offline/queue/replay';
import { retry } from '@/offline/queue/retry-discard';
import type * as deviceStore from '@/storage/device-store';

import { createContext, installLocks, runIn } from '../support/crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs, wordOf } from '../support/people';
import { listQueue, listRefused } from '../support/queue';
import { installStudyServer, type Mode, type StudyServer } from '../support/study-server';

vi.mock('@/storage/device-store', async (original) => {
  const { withCrashPoints } = await import('../support/crash-contexts');
  const real = await original<typeof deviceStore>();
  return { ...real, createDeviceStore: withCrashPoints(real.createDeviceStore) };
});

const owner = keyOf('a');
let server: StudyServer;

beforeEach(async () => {
  installLocks();
  server = installStudyServer();
  await emptyQueue();
  await signInAs('a');
});

async function saveThree(): Promise<QueuedCall[]> {
  const calls = [lessonRead('l1'), answerSubmit('qs1'), lessonRead('l2')];
  for (const call of calls) await enqueue(owner, call);
  return calls;
}

/** Replays until cut off at a step; says which step that was, or nothing when the replay had ended before. */
async function replayUntil(step: number, place: 'page' | 'worker', script: Mode[] = []): Promise<string | undefined> {
  server.script = [...script];
  const context = createContext(place, step);
  await runIn(context, () => createReplayer(place).replay());
  server.script = [];
  return context.isDead ? context.crashPoints.at(-1) : undefined;
}

/** What is where in the end, in words. */
async function readEnd() {
  return {
    recorded: [...server.recorded.keys()].toSorted(),
    counts: await countQueue(owner),
    receipts: (await listReceipts(owner)).map(({ call }) => wordOf(call)).toReversed(),
  };
}

/** What the end must be: all received once, with a receipt each, in the order of saving. */
function allReceivedOnce(calls: readonly QueuedCall[]): Awaited<ReturnType<typeof readEnd>> {
  return {
    recorded: calls.map((call) => `a ${wordOf(call)}`).toSorted(),
    counts: { waiting: 0, refused: 0, unreadable: 0, receipts: calls.length },
    receipts: calls.map(wordOf),
  };
}

/** How many calls are neither in the queue nor on the server. */
async function countLost(calls: readonly QueuedCall[]): Promise<number> {
  const entries = [...(await listQueue(owner)), ...(await listRefused(owner))];
  const kept = new Set(entries.map(({ call }) => wordOf(call)));
  return calls.filter((call) => !kept.has(wordOf(call)) && !server.recorded.has(`a ${wordOf(call)}`)).length;
}

test('a replay of three entries has more than a dozen crash points', async () => {
  await saveThree();
  const context = createContext('page');
  await runIn(context, () => createReplayer('page').replay());
  expect(context.crashPoints.length).toBeGreaterThanOrEqual(12);
});

const scripts: [name: string, script: Mode[]][] = [
  ['three answers', []],
  ['the answer to the second lost', ['ok', 'lost']],
  ['the second refused', ['ok', 422]],
  ['the first put off', [500]],
  ['the server asking for time', ['ok', 503]],
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

/** A fresh start, later: what was refused is sent again by hand, what was put off is due. */
async function replayRest(): Promise<void> {
  for (const entry of await listRefused(owner)) await retry(entry);
  await createReplayer('page').replay({ isUrgent: true });
}

test('fault: killed again and again, at every step of the replay after the crash too → all received once', async () => {
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

test('fault: killed at every step of saving → saved whole or not at all, never twice', async () => {
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
