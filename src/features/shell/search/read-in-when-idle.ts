/** Has lessons read in for the search while nobody waits for anything: copies from before this version of the app, above all. */
import type { QueryClient } from '@tanstack/react-query';

import { whenIdle } from '@/lib/when-idle';
import { replayState } from '@/queries/queue';
import { ownerKey, readOwnSession } from '@/session/session';

import { findWordsToDo } from './missing-words';
import { createPace } from './pace';

/** Between two looks at a page that is busy. */
const BUSY_POLL_MS = 500;

let going: AbortController | undefined;
let isSending = false;

/** Whoever searches does not wait: the search reads in what is missing itself. */
export function giveWay(): void {
  going?.abort();
}

const wait = () => new Promise<void>((resolve) => setTimeout(resolve, BUSY_POLL_MS));

function untilVisible(): Promise<void> {
  return new Promise((resolve) => {
    if (!document.hidden) return resolve();
    document.addEventListener('visibilitychange', () => resolve(), { once: true });
  });
}

/** Until the page has nothing to do: nothing is asked for, nothing sent, and no key waits. */
async function untilNothingGoesOn(client: QueryClient): Promise<void> {
  await untilVisible();
  await whenIdle();
  while (document.hidden || isSending || client.isFetching() > 0) {
    await wait();
    await untilVisible();
  }
}

async function readInSlowly(client: QueryClient, signal: AbortSignal): Promise<void> {
  const session = await readOwnSession();
  if (!session) return;
  const owner = ownerKey(session.owner);
  const pace = createPace(signal, () => untilNothingGoesOn(client));
  await pace.rest();
  const { missing, gone } = await findWordsToDo(client, owner);
  // The code that reads markdown is not loaded for nothing.
  if (missing.length + gone.length === 0) return;
  const { readIn } = await import('./read-in');
  await readIn(client, owner, { pace });
}

/** Reads in what this device has of whoever is here, once a page; what cannot be read in is when the search is opened. */
export async function readInWhenIdle(client: QueryClient): Promise<void> {
  going = new AbortController();
  const stopFollowing = replayState.subscribe(({ sending }) => (isSending = sending));
  await readInSlowly(client, going.signal).catch(() => undefined);
  stopFollowing();
}
