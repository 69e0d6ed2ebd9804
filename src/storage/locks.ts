/** Wraps Web Locks; on plain http, where they are missing, uses a queue within this page instead. */
import { browser } from './browser';

const tails = new Map<string, Promise<unknown>>();

/** Runs `work` after all earlier work of the same name in this page or worker has ended. */
export function runInTurn<T>(name: string, work: () => Promise<T>): Promise<T> {
  const turn = (tails.get(name) ?? Promise.resolve()).then(work, work);
  tails.set(name, turn);
  return turn;
}

/**
 * Runs `work` while holding the named lock, shared by tabs and worker where the browser has Web Locks.
 *
 * @param signal aborting it ends the wait for the lock.
 */
export async function withLock<T>(name: string, work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  return browser.navigator?.locks ? browser.navigator.locks.request(name, { signal }, work) : runInTurn(name, work);
}

/**
 * Runs `work` while holding the named lock, if it is free; on plain http, where other tabs cannot be seen, always.
 *
 * @returns false if another tab or the worker holds the lock: nothing was run.
 */
export async function withFreeLock(name: string, work: () => Promise<void>): Promise<boolean> {
  const locks = browser.navigator?.locks;
  const run = () => work().then(() => true);
  return locks ? locks.request(name, { ifAvailable: true }, (lock) => (lock ? run() : false)) : run();
}

/** Resolves once no tab or worker holds the named lock; never on plain http. */
export async function untilFree(name: string): Promise<void> {
  const locks = browser.navigator?.locks;
  await (locks ? locks.request(name, () => undefined) : new Promise(() => undefined));
}
