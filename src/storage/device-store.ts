/** The device's memory: the IndexedDB store function handed to idb-keyval, strict about what "saved" means. */

/** Opening a database may hang for ever in some browsers; after this time it counts as failed. */
const OPEN_TIMEOUT_MS = 5000;

/** The version of every database; records carry versions of their own, so it hardly ever has to be raised. */
const DATABASE_VERSION = 1;

/** Opens a database; without a version it is taken as it stands. */
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
      // Nobody waits for it any more, and an open connection would block deletions.
      if (late) opening.result.close();
      else resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      reject(opening.error ?? new DOMException(`Opening ${databaseName} failed`, 'UnknownError'));
    };
  });
}

/** Opens a database; one that a newer app has left behind, before a rollback, is used as it stands. */
async function openDatabase(databaseName: string, storeName: string): Promise<IDBDatabase> {
  try {
    return await requestDatabase(databaseName, storeName, DATABASE_VERSION);
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== 'VersionError') throw error;
    return requestDatabase(databaseName, storeName);
  }
}

/** Safari drops connections while the app sleeps, and storage can be deleted underneath: one of these names then. */
function isLostConnection(error: unknown): boolean {
  return error instanceof DOMException && ['InvalidStateError', 'UnknownError', 'AbortError'].includes(error.name);
}

interface Connection {
  open: () => Promise<IDBDatabase>;
  /** Lets one go that is no use any more; another may be open by then. */
  drop: (database: IDBDatabase) => void;
}

/** A connection that is opened when it is needed, and let go when somebody wants to delete or upgrade the database. */
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

/** Resolves when the transaction is on the device; idb-keyval sets the `on…` handlers itself, so these are listeners. */
function completion(transaction: IDBTransaction): Promise<void> {
  return new Promise((resolve, reject) => {
    // A request's error bubbles up while the transaction has none yet: Firefox says only there that the device is full.
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
    // It was over already.
  }
}

/** Runs the work; when it fails half-way, nothing of it is kept. */
async function startWork<T>(transaction: IDBTransaction, work: () => T | PromiseLike<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    abort(transaction);
    throw error;
  }
}

/** Transactions that may be broken off: those that only read, and those that can as well be later. */
const looks = new Set<IDBTransaction>();
/** Those that were: they are no fault of the device. */
const brokenOff = new WeakSet<IDBTransaction>();

function noteLook(transaction: IDBTransaction): void {
  looks.add(transaction);
  for (const end of ['complete', 'abort']) transaction.addEventListener(end, () => looks.delete(transaction));
}

/** While looks rest: when they go on. */
let rest: { over: Promise<void>; end: () => void } | undefined;

/**
 * Breaks off what this page only reads or can do later, until {@link resumeReads}: a page that the browser freezes in the midst of it would hold
 * up what other tabs write. Other writes go on.
 */
export function suspendReads(): void {
  if (!rest) {
    let end = (): void => undefined;
    rest = { over: new Promise((resolve) => (end = resolve)), end: () => end() };
  }
  for (const look of looks) {
    brokenOff.add(look);
    abort(look);
  }
}

/** What was broken off is done, from the beginning. */
export function resumeReads(): void {
  rest?.end();
  rest = undefined;
}

/** idb-keyval's store function. @param canWait whether it may be broken off and done later, as what only reads may. */
export type DeviceStore = <T>(
  mode: IDBTransactionMode,
  callback: (store: IDBObjectStore) => T | PromiseLike<T>,
  canWait?: boolean,
) => Promise<T>;

/**
 * Makes a store function for idb-keyval: one database with one object store.
 *
 * Read-write transactions are `durability: 'strict'` and resolve on the transaction's `complete`, so what resolved
 * survives a power cut; a callback that throws undoes the transaction. A lost connection is reopened once and the
 * callback run again, and what {@link suspendReads} broke off as often as it did; `versionchange` closes it, so a deletion elsewhere is never blocked.
 *
 * @throws {DOMException} of the database: QuotaExceededError, TimeoutError (opening took 5 s), UnknownError …
 */
export function createDeviceStore(databaseName: string, storeName: string): DeviceStore {
  const connection = createConnection(databaseName, storeName);

  const run: DeviceStore = async (mode, callback, canWait = mode === 'readonly') => {
    let database = await connection.open();
    while (canWait && rest) {
      await rest.over;
      database = await connection.open();
    }
    let transaction: IDBTransaction | undefined;
    try {
      transaction = database.transaction(storeName, mode, { durability: 'strict' });
      if (canWait) noteLook(transaction);
      const completed = completion(transaction);
      const store = transaction.objectStore(storeName);
      const work = startWork(transaction, () => callback(store));
      // What was read is known before the transaction has ended; what was written is not kept before.
      if (mode === 'readonly') return await Promise.race([work, completed.then(() => work)]);
      const [result] = await Promise.all([work, completed]);
      return result;
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      if (transaction && brokenOff.has(transaction)) return run(mode, callback, canWait);
      connection.drop(database);
      throw error;
    }
  };

  return (mode, callback, canWait) =>
    run(mode, callback, canWait).catch((error: unknown) => {
      if (!isLostConnection(error)) throw error;
      return run(mode, callback, canWait);
    });
}
