/** What the tests of replay begin with: a learner whose calls wait, and a server that takes them. */
import { vi } from 'vitest';

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

/** A sender whose outcome says, too, how much waits then for whoever is signed in. */
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

/** Begins a test: nothing waits, user a is signed in, and the server that is answered here takes everything. */
export async function beginReplay(): Promise<ScriptedServer> {
  shiftClock(0);
  installLocks();
  server = installScriptedServer();
  server.date = new Date();
  await emptyQueue();
  await signInAs('a');
  return server;
}

/** What the server was sent, in order: 'a read:l1'. */
export function sentWords(): string[] {
  return server.requests.map(({ user, call }) => `${user} ${call}`);
}

/** Has user a read lessons. */
export async function saveLessons(...lessons: string[]): Promise<void> {
  for (const lesson of lessons) await enqueue(a, lessonRead(lesson));
}

/** The tab's session storage, with a refresh token of user a that POST /token takes (or not). */
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

/** Runs of one sender, ten minutes apart. */
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
