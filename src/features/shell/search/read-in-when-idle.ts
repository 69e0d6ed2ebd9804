/**
 * Builds missing search records in the background while the page is idle, mainly for lessons that an earlier app
 * version cached.
 */
import type { QueryClient } from '@tanstack/react-query';

import { whenIdle } from '@/lib/wait';
import { replayState } from '@/queries/queue';
import { ownerKey, readOwnSession } from '@/session/session';

import { findWordsToDo } from './missing-words';
import { createPace } from './time-slices';

/** Interval, in ms, of checking if the page is still busy. */
const BUSY_POLL_MS = 500;

let going: AbortController | undefined;
let isSending = false;

/**
 * Aborts the background indexing. The search calls this when it opens, because it then builds the missing records
 * itself, at full speed.
 */
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

/** Resolves when the page is visible and idle: no fetch in flight, nothing being sent, no input pending. */
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
  // The markdown parser is loaded only if there is work.
  if (missing.length + gone.length === 0) return;
  const { readIn } = await import('./read-in');
  await readIn(client, owner, { pace });
}

/**
 * Builds the missing search records of the current owner, once per page load; failures are retried when the search is
 * opened.
 */
export async function readInWhenIdle(client: QueryClient): Promise<void> {
  going = new AbortController();
  const stopFollowing = replayState.subscribe(({ sending }) => (isSending = sending));
  await readInSlowly(client, going.signal).catch(() => undefined);
  stopFollowing();
}
