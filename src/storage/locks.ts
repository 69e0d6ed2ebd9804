/** Web Locks, and what stands in for them on plain http: one at a time within this page. */
import { browser } from './browser';

const tails = new Map<string, Promise<unknown>>();

/** Runs `work` when all that was named so before it in this page or worker has ended. */
export function runInTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
  tails.set(name, turn);
  return turn;
}

/**
 * Runs `work` while holding the named lock; page, tabs and worker share it where the browser has Web Locks.
 *
 * @param signal once aborted nobody waits in the line any more.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return browser.navigator?.locks ? browser.navigator.locks.request(name, { signal }, work) : runInTurn(name, work);
}
