/** Sets up replay tests: a signed-in learner and a scripted server. */
import { beforeEach, vi } from 'vitest';

import { enqueue } from '@/offline/queue/enqueue';
import { countQueue } from '@/offline/queue/queue-counts';
import { createReplayer as createSender, type ReplayOptions } from '@/offline/queue/replay';
import { ownerKey, readSession } from '@/session/session';
import { shiftClock } from '@/storage/now';

import { installLocks } from './crash-contexts';
import { emptyQueue, keyOf, lessonRead, signInAs } from './people';
import { installScriptedServer, type ScriptedServer } from './scripted-server';

const a = keyOf('a');
let server: ScriptedServer;

/** Returns a replayer whose outcome also has the number of calls still queued for the session's user. */
export function createReplayer(place: 'page' | 'worker') {
  const sender = createSender(place);
  return {
    async replay(options?: ReplayOptions) {
      const outcome = await sender.replay(options);
      const waiting = await readSession()
        .then((session) => session && countQueue(ownerKey(session.owner)))
        .then(
          (counts) => counts?.waiting,
          () => undefined,
        );
      return { ...outcome, waiting };
    },
  };
}

/** Starts with an empty queue and user a signed in. @returns a server that accepts every call. */
export async function beginReplay(): Promise<ScriptedServer> {
  shiftClock(0);
  installLocks();
  server = installScriptedServer();
  server.date = new Date();
  await emptyQueue();
  await signInAs('a');
  return server;
}

/** Begins each test of the calling file by {@link beginReplay}. @returns a handle of the current test's server. */
export function useReplay(): ScriptedServer {
  beforeEach(beginReplay);
  return new Proxy({} as ScriptedServer, {
    get: (_, name) => Reflect.get(server, name),
    set: (_, name, value) => Reflect.set(server, name, value),
  });
}

/** Returns the calls sent to the server, in order: 'a read:l1'. */
export function sentWords(): string[] {
  return server.requests.map(({ user, call }) => `${user} ${call}`);
}

/** Queues lessons read by user a. */
export async function saveLessons(...lessons: string[]): Promise<void> {
  for (const lesson of lessons) await enqueue(a, lessonRead(lesson));
}

/** Stubs session storage with a refresh token of user a. @param answer the answer of POST /token. */
export function giveRefreshToken(answer: () => Response): { count: () => number } {
  const kept = new Map([
    ['refresh_token', 'r1'],
    ['refresh_token_owner', a],
  ]);
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  });
  const study = globalThis.fetch;
  let refreshes = 0;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (!url.endsWith('/token')) return study(url, init);
    refreshes += 1;
    return answer();
  });
  return { count: () => refreshes };
}

/** Returns a function that runs one replayer repeatedly, ten minutes apart. */
export function senderOverTime() {
  const replayer = createReplayer('page');
  let clock = 0;
  return async (runs: number) => {
    for (let run = 0; run < runs; run += 1) {
      clock += 600_000;
      shiftClock(clock);
      await replayer.replay();
    }
  };
}
