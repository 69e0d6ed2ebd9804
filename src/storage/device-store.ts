/** IndexedDB stores for idb-keyval with strict durability, timeouts, reconnection and interruptible reads. */

/** Timeout of opening a database, ms: it can hang for ever in some browsers. */
const OPEN_TIMEOUT_MS = 5000;

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
    }, OPEN_TIMEOUT_MS);
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

function abort(transaction: IDBTransaction): void {
  try {
    transaction.abort();
  } catch {
    // Ignore the error: the transaction had already ended.
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

/** Running transactions that may be interrupted: read-only ones, and deferrable writes. */
const interruptible = new Set<IDBTransaction>();
/** Interrupted transactions: their failure does not mean that the device fails. */
const interrupted = new WeakSet<IDBTransaction>();

function trackInterruptible(transaction: IDBTransaction): void {
  interruptible.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => interruptible.delete(transaction));
}

/** Set while interruptible transactions are suspended. */
let suspension: { over: Promise<void>; end: () => void } | undefined;

/**
 * Interrupts read-only transactions and deferrable writes, until {@link resumeReads}: a page that is frozen during one
 * would block the writes of other tabs. Other writes continue.
 */
export function suspendReads(): void {
  if (!suspension) {
    let end = (): void => undefined;
    suspension = { over: new Promise((resolve) => (end = resolve)), end: () => end() };
  }
  for (const transaction of interruptible) {
    interrupted.add(transaction);
    abort(transaction);
  }
}

/** Runs the interrupted transactions again from the beginning. */
export function resumeReads(): void {
  suspension?.end();
  suspension = undefined;
}

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
 * a callback that throws aborts the transaction. After a lost connection the callback runs once more on a new one, and
 * after {@link suspendReads} each time it was interrupted. `versionchange` closes the connection, so deletions by other
 * contexts are never blocked.
 *
 * @throws {DOMException} of the database: QuotaExceededError, TimeoutError (opening took 5 s), UnknownError …
 */
export function createDeviceStore(databaseName: string, storeName: string): DeviceStore {
  const connection = createConnection(databaseName, storeName);

  const run: DeviceStore = async (mode, callback, isInterruptible = mode === 'readonly') => {
    let database = await connection.open();
    while (isInterruptible && suspension) {
      await suspension.over;
      database = await connection.open();
    }
    let transaction: IDBTransaction | undefined;
    try {
      transaction = database.transaction(storeName, mode, { durability: 'strict' });
      if (isInterruptible) trackInterruptible(transaction);
      const completed = completion(transaction);
      const store = transaction.objectStore(storeName);
      const work = startWork(transaction, () => callback(store));
      // Return the result of a read before its transaction ends; a write is durable only after the transaction has
      // ended.
      if (mode === 'readonly') return await Promise.race([work, completed.then(() => work)]);
      const [result] = await Promise.all([work, completed]);
      return result;
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      if (transaction && interrupted.has(transaction)) return run(mode, callback, isInterruptible);
      connection.drop(database);
      throw error;
    }
  };

  return (mode, callback, isInterruptible) =>
    run(mode, callback, isInterruptible).catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
      return run(mode, callback, isInterruptible);
    });
}
