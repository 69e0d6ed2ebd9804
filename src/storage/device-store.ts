/** IndexedDB stores for idb-keyval with strict durability, timeouts, reconnection and interruptible reads. */
import { browser } from './browser';

/** Timeout of opening a database, and of a store's next answer, ms: both can hang for ever in some browsers. */
const TIMEOUT_MS = 5000;
/** The same, ms, for a store that gave no answer on a new connection either. */
const STUCK_TIMEOUT_MS = 1000;

/** The version of every database. It rarely changes, because records have versions of their own. */
const DATABASE_VERSION = 1;

/** Opens a database; if no version is given, in the version that exists on the device. */
function requestDatabase(databaseName: string, storeName: string, version?: number): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    let late = false;
    const opening = indexedDB.open(databaseName, version);
    const timer = setTimeout(() => {
      late = true;
      reject(new DOMException(`Opening ${databaseName} took too long`, 'TimeoutError'));
    }, TIMEOUT_MS);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => {
      clearTimeout(timer);
      // Close a connection that opens after the timeout: the attempt has already failed, and an open connection would
      // block deletions.
      if (late) opening.result.close();
      else resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      reject(opening.error ?? new DOMException(`Opening ${databaseName} failed`, 'UnknownError'));
    };
  });
}

/**
 * Opens a database. If a newer version of the app has upgraded it (before a rollback), the database is used as it is.
 */
async function openDatabase(databaseName: string, storeName: string): Promise<IDBDatabase> {
  try {
    return await requestDatabase(databaseName, storeName, DATABASE_VERSION);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    return requestDatabase(databaseName, storeName);
  }
}

/**
 * Returns true for the errors of a lost connection: Safari drops connections while the app sleeps, and storage can be
 * deleted while it is open.
 */
function isLostConnection(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name);
}

/** Returns true for the error of a transaction that got no answer. */
function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

interface Connection {
  open: () => Promise<IDBDatabase>;
  /** Closes a lost connection. If another connection was opened meanwhile, that other one is not closed. */
  drop: (database: IDBDatabase) => void;
}

/**
 * Creates a connection that opens on demand, and closes when another context wants to delete or upgrade the database.
 */
function createConnection(databaseName: string, storeName: string): Connection {
  let opening: Promise<IDBDatabase> | undefined;
  let current: IDBDatabase | undefined;
  const drop = (database?: IDBDatabase) => {
    database?.close();
    if (database === current) opening = current = undefined;
  };
  async function open(): Promise<IDBDatabase> {
    try {
      const database = await openDatabase(databaseName, storeName);
      database.onversionchange = database.onclose = () => drop(database);
      return (current = database);
    } catch (error) {
      drop();
      throw error;
    }
  }
  return { drop, open: () => (opening ??= open()) };
}

/** Resolves when the transaction has completed. Uses listeners, because idb-keyval sets the `on…` handlers. */
function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    // A request's error event bubbles up before the transaction itself has an error. Firefox reports a full device only
    // in the request's error.
    const fail = ({ target }: Event) =>
      reject((target as IDBRequest | IDBTransaction).error ?? new DOMException('The transaction failed', 'AbortError'));
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', fail);
    transaction.addEventListener('error', fail);
  });
}

/** Aborts a transaction. @returns false if it had already ended, or is being committed. */
function abort(transaction: IDBTransaction): boolean {
  try {
    transaction.abort();
    return true;
  } catch {
    return false;
  }
}

/** Runs the work and aborts the transaction if it fails. */
async function startWork<T>(transaction: IDBTransaction, work: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

/** Running transactions. The value is true if they may be interrupted at any time: reads, and deferrable writes. */
const running = new Map<IDBTransaction, boolean>();
/** Interrupted transactions: their failure does not mean that the device fails. */
const interrupted = new WeakSet<IDBTransaction>();

function track(transaction: IDBTransaction, isInterruptible: boolean): void {
  running.set(transaction, isInterruptible);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => running.delete(transaction));
}

/** Counts what a store has answered: results of requests, and completed transactions. */
interface Answers {
  count: number;
}

/**
 * Aborts a transaction whose store answers nothing for `limitMs`, and rejects with a TimeoutError. A write that is
 * being committed has no time limit: it can no longer be aborted, so a repeat could write twice.
 */
function giveUpWithoutAnswers(transaction: IDBTransaction, answers: Answers, limitMs: number): Promise<never> {
  return new Promise((_, reject) => {
    let seen = answers.count;
    const check = () => {
      if (answers.count > seen) {
        seen = answers.count;
        timer = setTimeout(check, limitMs);
      } else if (abort(transaction) || transaction.mode === 'readonly') {
        reject(new DOMException('The store gives no answer', 'TimeoutError'));
      }
    };
    let timer = setTimeout(check, limitMs);
    const note = () => (answers.count += 1);
    // Success events do not bubble, but they are captured.
    transaction.addEventListener('success', note, { capture: true });
    transaction.addEventListener('complete', note);
    for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => clearTimeout(timer));
  });
}

/** Set while transactions are suspended. */
let suspension: { over: Promise<void>; end: () => void; includesWrites: boolean } | undefined;

/**
 * Interrupts read-only transactions and deferrable writes, until {@link resumeReads}: a page that is frozen during one
 * would block the writes of other tabs. Other writes continue unless `includesWrites` is set.
 */
export function suspendReads(includesWrites = false): void {
  if (!suspension) {
    let end = (): void => undefined;
    suspension = { over: new Promise((resolve) => (end = resolve)), end: () => end(), includesWrites };
  }
  for (const [transaction, isInterruptible] of running) {
    if ((isInterruptible || includesWrites) && abort(transaction)) interrupted.add(transaction);
  }
}

/** Runs the interrupted transactions again from the beginning. */
export function resumeReads(): void {
  suspension?.end();
  suspension = undefined;
}

// A page in the back/forward cache must hold no transaction: in WebKit all other pages would wait for it, also on new
// connections. Chromium evicts such a page instead, so there a last write may go on.
browser.window?.addEventListener('pagehide', ({ persisted }) => {
  if (persisted) suspendReads(!(browser.document && 'onfreeze' in browser.document));
});
browser.window?.addEventListener('pageshow', resumeReads);

/**
 * A store function for idb-keyval. @param isInterruptible true if the transaction may be interrupted and run again
 * later; by default if it is read-only.
 */
export type DeviceStore = <T>(
  mode: IDBTransactionMode,
  callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  isInterruptible?: boolean,
) => Promise<T>;

/**
 * Creates a store function for idb-keyval: one database with one object store.
 *
 * Read-write transactions have `durability: 'strict'` and resolve on `complete`, so their changes survive a power cut;
 * a callback that throws aborts the transaction. After a lost connection, and after a transaction that got no answer
 * and was aborted, the callback runs once more on a new connection. After {@link suspendReads} it runs again each time
 * it was interrupted. `versionchange` closes the connection, so deletions by other contexts are never blocked.
 *
 * @throws {DOMException} of the database: QuotaExceededError, TimeoutError (no answer for 5 s), UnknownError …
 */
export function createDeviceStore(databaseName: string, storeName: string): DeviceStore {
  const connection = createConnection(databaseName, storeName);
  const answers: Answers = { count: 0 };
  /** The number of answers when a new connection gave none. */
  let stuckAt = -1;

  async function run<T>(
    mode: IDBTransactionMode,
    callback: (store: IDBObjectStore) => T | PromiseLike<T>,
    isInterruptible: boolean,
    isRepeat = false,
  ): Promise<T> {
    let database = await connection.open();
    while (suspension && (isInterruptible || suspension.includesWrites)) {
      await suspension.over;
      database = await connection.open();
    }
    let transaction: IDBTransaction | undefined;
    try {
      transaction = database.transaction(storeName, mode, { durability: 'strict' });
      track(transaction, isInterruptible);
      const completed = completion(transaction);
      const limitMs = stuckAt === answers.count ? STUCK_TIMEOUT_MS : TIMEOUT_MS;
      const stuck = giveUpWithoutAnswers(transaction, answers, limitMs);
      const store = transaction.objectStore(storeName);
      const work = startWork(transaction, () => callback(store));
      const ended = Promise.all([work, completed]).then(([result]) => result);
      // Return the result of a read before its transaction ends; a write is durable only after the transaction has
      // ended.
      return await Promise.race(mode === 'readonly' ? [work, ended, stuck] : [ended, stuck]);
    } catch (error) {
      const hasHung = isTimeout(error);
      if (!hasHung && !isLostConnection(error)) throw error;
      if (transaction && interrupted.has(transaction)) return run(mode, callback, isInterruptible, isRepeat);
      connection.drop(database);
      if (!hasHung) throw error;
      if (!isRepeat) return run(mode, callback, isInterruptible, true);
      stuckAt = answers.count;
      throw error;
    }
  }

  return (mode, callback, isInterruptible = mode === 'readonly') =>
    run(mode, callback, isInterruptible).catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
      return run(mode, callback, isInterruptible);
    });
}
