/** The device's memory: the IndexedDB store function handed to idb-keyval, strict about what "saved" means. */
import type { UseStore } from 'idb-keyval';

/** Opening a database may hang for ever in some browsers; after this time it counts as failed (offline design). */
const OPEN_TIMEOUT_MS = 5000;

function openDatabase(databaseName: string, storeName: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new DOMException(`Opening ${databaseName} took too long`, 'TimeoutError')),
      OPEN_TIMEOUT_MS,
    );
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName);
    opening.onsuccess = () => {
      clearTimeout(timer);
      resolve(opening.result);
    };
    opening.onerror = () => {
      clearTimeout(timer);
      reject(opening.error ?? new DOMException(`Opening ${databaseName} failed`, 'UnknownError'));
    };
  });
}

/** Safari drops connections while the app sleeps; the transaction then fails with one of these names. */
function isLostConnection(error: unknown): boolean {
  return error instanceof DOMException && (error.name === 'InvalidStateError' || error.name === 'UnknownError');
}

/**
 * Makes a store function for idb-keyval: one database with one object store.
 *
 * Read-write transactions are `durability: 'strict'` and resolve on the transaction's `complete`, so what resolved
 * survives a power cut. A lost connection is reopened once; `versionchange` closes it, so a deletion elsewhere is
 * never blocked.
 *
 * @throws {DOMException} of the database: QuotaExceededError, TimeoutError (opening took 5 s), UnknownError …
 */
export function createDeviceStore(databaseName: string, storeName: string): UseStore {
  let connection: Promise<IDBDatabase> | undefined;

  function connect(): Promise<IDBDatabase> {
    connection ??= openDatabase(databaseName, storeName).then(
      (database) => {
        const drop = () => {
          database.close();
          connection = undefined;
        };
        database.onversionchange = drop;
        database.onclose = drop;
        return database;
      },
      (error: unknown) => {
        connection = undefined;
        throw error;
      },
    );
    return connection;
  }

  async function run<T>(mode: IDBTransactionMode, callback: (store: IDBObjectStore) => T | PromiseLike<T>): Promise<T> {
    const database = await connect();
    const transaction = database.transaction(storeName, mode, { durability: 'strict' });
    const completed = new Promise<void>((resolve, reject) => {
      transaction.oncomplete = () => resolve();
      transaction.onabort = () => reject(transaction.error ?? new DOMException('Aborted', 'AbortError'));
      transaction.onerror = () => reject(transaction.error ?? new DOMException('Failed', 'UnknownError'));
    });
    const [result] = await Promise.all([callback(transaction.objectStore(storeName)), completed]);
    return result;
  }

  return async (mode, callback) => {
    try {
      return await run(mode, callback);
    } catch (error) {
      if (!isLostConnection(error)) throw error;
      connection = undefined;
      return run(mode, callback);
    }
  };
}
