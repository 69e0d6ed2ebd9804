/**
 * Simulates contexts (page, tab, worker) that share one device and can be killed at any crash point: before and after
 * each transaction, before and after each request. A killed context does nothing more, and its locks are released.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import { FakeLocks } from '@tests/support/web-locks';
import type { UseStore } from 'idb-keyval';

export interface Context {
  name: string;
  isDead: boolean;
  /** Names of the crash points that the context has reached. */
  crashPoints: string[];
  /** The number of the crash point at which the context is killed, counted from 1. */
  diesAt?: number;
  /** Resolves when the context is killed. */
  death: Promise<void>;
  kill: () => void;
}

const current = new AsyncLocalStorage<Context>();
const never = new Promise<never>(() => undefined);

function createLocks() {
  return new FakeLocks<Context | undefined>({ isDead: (context) => context?.isDead ?? false });
}
let locks = createLocks();

/**
 * Creates a context.
 *
 * @param diesAt the number of the crash point at which it is killed, counted from 1; never if omitted.
 */
export function createContext(name: string, diesAt?: number): Context {
  let announce: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (announce = resolve));
  const context: Context = {
    name,
    isDead: false,
    crashPoints: [],
    diesAt,
    death,
    kill() {
      context.isDead = true;
      locks.release(context);
      announce();
    },
  };
  return context;
}

/** Runs `work` in a context; resolves to undefined if the context is killed before `work` has finished. */
export async function runIn<T>(context: Context, work: () => Promise<T>): Promise<T | undefined> {
  return current.run(context, () => Promise.race([work(), context.death.then(() => undefined)]));
}

/** Marks a point at which the running context may be killed; the returned promise never resolves for a dead context. */
export function crashPoint(name: string): Promise<never> | undefined {
  const context = current.getStore();
  if (!context) return undefined;
  if (!context.isDead) {
    context.crashPoints.push(name);
    if (context.crashPoints.length === context.diesAt) context.kill();
  }
  return context.isDead ? never : undefined;
}

/** Wraps `createDeviceStore` so that each transaction that writes has a crash point before and after it. */
export function withCrashPoints(createDeviceStore: (databaseName: string, storeName: string) => UseStore) {
  return (databaseName: string, storeName: string): UseStore => {
    const store = createDeviceStore(databaseName, storeName);
    return async (mode, callback) => {
      // A read needs no crash point: a crash at a read has the same effect as one at the neighbouring write.
      const isWrite = mode === 'readwrite';
      if (isWrite) await crashPoint(`before writing to ${databaseName}`);
      else if (current.getStore()?.isDead) await never;
      const result = await store(mode, callback);
      if (isWrite) await crashPoint(`after writing to ${databaseName}`);
      else if (current.getStore()?.isDead) await never;
      return result;
    };
  };
}

/** Returns the number of contexts that hold a lock or wait for it. */
export function countLockRequests(name: string): number {
  return locks.count(name);
}

/** Replaces `navigator` by an object that has only Web Locks, none of them held. */
export function installLocks(): void {
  locks = createLocks();
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { locks: locks.manager(() => current.getStore()) },
  });
}
