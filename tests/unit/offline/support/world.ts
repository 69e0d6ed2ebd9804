/**
 * Contexts (page, tab, worker) that share one device and can be killed at any step: before and after each transaction,
 * before and after each request. What a dead context was about to do never happens; its locks are free.
 */
import { AsyncLocalStorage } from 'node:async_hooks';

import type { UseStore } from 'idb-keyval';

export interface Context {
  name: string;
  isDead: boolean;
  /** The steps it has come to, in words. */
  steps: string[];
  /** Dies on coming to this step, counted from 1. */
  diesAt?: number;
  /** Resolves when it is dead. */
  death: Promise<void>;
  kill: () => void;
}

const current = new AsyncLocalStorage<Context>();
const never = new Promise<never>(() => undefined);

/** Makes a context; `diesAt` counts steps from 1. */
export function createContext(name: string, diesAt?: number): Context {
  let announce: () => void = () => undefined;
  const death = new Promise<void>((resolve) => (announce = resolve));
  const context: Context = {
    name,
    isDead: false,
    steps: [],
    diesAt,
    death,
    kill() {
      context.isDead = true;
      releaseLocks(context);
      announce();
    },
  };
  return context;
}

/** Runs `work` in a context; undefined when the context died before it was done. */
export async function runIn<T>(context: Context, work: () => Promise<T>): Promise<T | undefined> {
  return current.run(context, () => Promise.race([work(), context.death.then(() => undefined)]));
}

/** The context that asks; undefined outside of all. */
export function whoAsks(): Context | undefined {
  return current.getStore();
}

/** A point at which a context may die; nothing after it happens then. */
export function step(word: string): Promise<never> | undefined {
  const context = current.getStore();
  if (!context) return undefined;
  if (!context.isDead) {
    context.steps.push(word);
    if (context.steps.length === context.diesAt) context.kill();
  }
  return context.isDead ? never : undefined;
}

/** Wraps the store functions, so that contexts can die around their transactions. */
export function createMortalStores(createDeviceStore: (databaseName: string, storeName: string) => UseStore) {
  return (databaseName: string, storeName: string): UseStore => {
    const store = createDeviceStore(databaseName, storeName);
    return async (mode, callback) => {
      // A crash around reading is no other than one around the writing before or after it.
      const isStep = mode === 'readwrite';
      if (isStep) await step(`before writing to ${databaseName}`);
      else if (whoAsks()?.isDead) await never;
      const result = await store(mode, callback);
      if (isStep) await step(`after writing to ${databaseName}`);
      else if (whoAsks()?.isDead) await never;
      return result;
    };
  };
}

interface Claim {
  owner: Context | undefined;
  grant: () => void;
}

const lines = new Map<string, Claim[]>();

function leave(name: string, claim: Claim): void {
  const line = lines.get(name) ?? [];
  const wasHolder = line[0] === claim;
  const rest = line.filter((other) => other !== claim);
  lines.set(name, rest);
  if (wasHolder) rest[0]?.grant();
}

function releaseLocks(context: Context): void {
  for (const [name, line] of lines) {
    for (const claim of line.filter(({ owner }) => owner === context)) leave(name, claim);
  }
}

/** How many wait for a lock or hold it. */
export function countClaims(name: string): number {
  return lines.get(name)?.length ?? 0;
}

type Work<T> = () => Promise<T>;

async function request<T>(name: string, first: { signal?: AbortSignal } | Work<T>, second?: Work<T>): Promise<T> {
  const [signal, work] = typeof first === 'function' ? [undefined, first] : [first.signal, second as Work<T>];
  const claim: Claim = { owner: whoAsks(), grant: () => undefined };
  const granted = new Promise<void>((resolve, reject) => {
    const giveUp = () => reject(signal?.reason as Error);
    signal?.addEventListener('abort', giveUp);
    claim.grant = () => {
      signal?.removeEventListener('abort', giveUp);
      resolve();
    };
  });
  const line = [...(lines.get(name) ?? []), claim];
  lines.set(name, line);
  if (line.length === 1) claim.grant();
  try {
    await granted;
  } catch (error) {
    leave(name, claim);
    throw error;
  }
  try {
    return await work();
  } finally {
    leave(name, claim);
  }
}

/** Puts the locks where the app looks for them. */
export function installLocks(): void {
  lines.clear();
  Object.defineProperty(globalThis, 'navigator', { configurable: true, value: { locks: { request } } });
}
