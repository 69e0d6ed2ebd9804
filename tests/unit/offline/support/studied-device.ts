/** Sets up a device with a queue and localStorage, for tests of evictions. */
import { promisifyRequest } from 'idb-keyval';
import { beforeEach, vi } from 'vitest';

import { detectEviction } from '@/offline/eviction/eviction-detector';
import { readLostQueue } from '@/offline/eviction/lost-queue';
import { refuse } from '@/offline/queue/entry-transitions';
import { listUnreadable } from '@/offline/queue/queue-lists';
import { admitOwner } from '@/offline/wipe-marks';
import { type OwnerKey, sessionStore } from '@/session/session';

import { installLocks } from './crash-contexts';
import { answerSubmit, emptyQueue, keyOf, lessonRead, signInAs } from './people';
import { queued, refusal } from './queue';
import { installScriptedServer } from './scripted-server';

export const [a, b] = [keyOf('a'), keyOf('b')];

/** Returns the loss notices of an owner. */
export async function listLosses(owner: OwnerKey) {
  return (await listUnreadable(owner)).map(({ text }) => readLostQueue(text));
}

/** Signs user `a` in on an empty device before each test. `words` in the result has the contents of localStorage. */
export function useStudiedDevice() {
  const words = new Map<string, string>();
  const emptySession = () => sessionStore('readwrite', (store) => promisifyRequest(store.clear()));
  beforeEach(async () => {
    installLocks();
    installScriptedServer();
    words.clear();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => words.get(key) ?? null,
      setItem: (key: string, word: string) => void words.set(key, word),
      removeItem: (key: string) => void words.delete(key),
    });
    await emptyQueue();
    await emptySession();
    await Promise.all([admitOwner(a), admitOwner(b)]);
    await signInAs('a');
  });
  return {
    words,
    emptySession,
    /** Stores two queued calls and a refused one, and lets the eviction detector count them. */
    study: async (owner: OwnerKey): Promise<void> => {
      await queued(owner, lessonRead('l1'));
      await queued(owner, answerSubmit('s1'));
      await refuse(await queued(owner, lessonRead('l2')), refusal);
      await detectEviction(owner);
    },
  };
}
