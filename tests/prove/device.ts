/** The simulated device's databases: transactions die with their page, fill up, lose connections, and are deleted underneath. */
import { loadWith } from './bundle';
import type * as idb from './idb';
import type { Life, Scheduler } from './scheduler';

/** The parts of the simulated databases that nobody but a crash reaches. */
interface InnerTransaction extends IDBTransaction {
  _state: 'active' | 'inactive' | 'committing' | 'finished';
  _started: boolean;
  _requests: { operation: () => unknown }[];
  _abort: (errorName: string) => void;
}
interface InnerConnection extends IDBDatabase {
  _closed: boolean;
  _closePending: boolean;
}
interface InnerDatabase {
  transactions: InnerTransaction[];
  connections: InnerConnection[];
  rawObjectStores: Map<string, { records: { values: () => Iterable<{ key: unknown; value: unknown }> } }>;
}
interface InnerFactory extends IDBFactory {
  _databases: Map<string, InnerDatabase>;
}

let scheduler: Scheduler | undefined;
let device: Device | undefined;
const library = await loadWith<typeof idb>('idb.ts', (run) => scheduler?.post('device', run));
const {
  IDBDatabase: IDBDatabaseClass,
  IDBObjectStore: IDBObjectStoreClass,
  IDBFactory,
  IDBKeyRange,
  forceCloseDatabase,
} = library;

// Called for the database that they are of.
const { transaction: transactionOf } = IDBDatabaseClass.prototype as { transaction: IDBDatabase['transaction'] };
IDBDatabaseClass.prototype.transaction = function begin(...args: Parameters<typeof transactionOf>) {
  // Making a database is no part of the code under proof.
  const words = args[1] === ('versionchange' as string) ? undefined : device?.refuses(this.name);
  if (words) {
    this.close();
    throw new DOMException(words, 'InvalidStateError');
  }
  return transactionOf.apply(this, args);
};

/** Whatever grows does not fit. */
const { put: putInto } = IDBObjectStoreClass.prototype as { put: IDBObjectStore['put'] };
IDBObjectStoreClass.prototype.put = function put(...args: Parameters<typeof putInto>) {
  const request = putInto.apply(this, args);
  if (device) device.writes += 1;
  if (this.transaction.db.name === 'queue') device?.crowd(this.transaction as unknown as InnerTransaction);
  return request;
};

const { delete: deleteFrom } = IDBObjectStoreClass.prototype as { delete: IDBObjectStore['delete'] };
IDBObjectStoreClass.prototype.delete = function remove(...args: Parameters<typeof deleteFrom>) {
  const request = deleteFrom.apply(this, args);
  if (device) device.writes += 1;
  if (this.transaction.db.name === 'queue') device?.crowdRemoval(this.transaction as unknown as InnerTransaction);
  return request;
};

/** The databases' tasks come by this scheduler, and their faults from this device. */
function putInPlace(now: Scheduler, here: Device): void {
  scheduler = now;
  device = here;
}

export type Fullness = 'puts' | 'everything';

export class Device {
  readonly keyRange = IDBKeyRange;
  /** Nothing new fits; with `everything` not even a removal can be noted. */
  full: Fullness | undefined;
  /** So many transactions find their connection lost. */
  lost = 0;
  /** The queue cannot be read. */
  isUnreadable = false;
  /** How often it has failed so far. */
  failures = 0;
  /** How often anything was written. */
  writes = 0;
  private factory = new IDBFactory() as InnerFactory;
  private readonly connections = new Map<Life, Set<InnerConnection>>();

  constructor(now: Scheduler) {
    putInPlace(now, this);
  }

  /** Whether anything keeps it from keeping what it is given. */
  get isFailing(): boolean {
    return this.full !== undefined || this.lost > 0 || this.isUnreadable;
  }

  refuses(database: string): string | undefined {
    const isUnreadable = database === 'queue' && this.isUnreadable;
    if (!isUnreadable && this.lost === 0) return undefined;
    this.failures += 1;
    if (isUnreadable) return 'unreadable';
    this.lost -= 1;
    return 'lost';
  }

  /** What is to be written does not fit: the request fails, and with it its transaction. */
  crowd(transaction: InnerTransaction): void {
    const last = transaction._requests.at(-1);
    if (!this.full || !last) return;
    last.operation = () => {
      this.failures += 1;
      throw new DOMException('full', 'QuotaExceededError');
    };
  }

  /** With `everything` not even a removal can be noted. */
  crowdRemoval(transaction: InnerTransaction): void {
    if (this.full === 'everything') this.crowd(transaction);
  }

  /** `indexedDB` as one page has it. */
  openFor(life: Life): Pick<IDBFactory, 'open'> {
    const connections = new Set<InnerConnection>();
    this.connections.set(life, connections);
    return {
      open: (name, version) => {
        // Nobody answers the dead.
        if (life.state === 'dead') return {} as IDBOpenDBRequest;
        const request = this.factory.open(name, version);
        request.addEventListener('success', () => {
          const connection = request.result as InnerConnection;
          for (const other of connections) if (other._closed) connections.delete(other);
          connections.add(connection);
          if (life.state === 'dead') this.end(connection);
        });
        return request;
      },
    };
  }

  /** A page or worker has died: what it had not committed never happened. */
  bury(life: Life): void {
    for (const connection of this.connections.get(life) ?? []) this.end(connection);
    this.connections.delete(life);
  }

  /** The connection of a dead page is gone at once: the library's own way of closing waits for everybody's transactions. */
  private end(connection: InnerConnection): void {
    this.abortAll(({ db }) => db === connection);
    Object.assign(connection, { _closePending: true, _closed: true });
    for (const database of this.factory._databases.values())
      database.connections = database.connections.filter((other) => other !== connection);
  }

  private abortAll(isMeant: (transaction: InnerTransaction) => boolean): void {
    for (const { transactions } of this.factory._databases.values())
      for (const each of transactions.filter(isMeant)) if (each._state !== 'finished') each._abort('AbortError');
  }

  /** The browser deletes a database underneath, whoever is at work in it. */
  evict(name: string): void {
    this.failures += 1;
    const database = this.factory._databases.get(name);
    if (!database) return;
    this.abortAll(({ db }) => db.name === name);
    for (const connection of database.connections.slice()) forceCloseDatabase(connection as never);
    this.factory._databases.delete(name);
  }

  /** Pages are asked to let a database go, and it is deleted once they have: the library itself does not wait for what is under way. */
  deleteNicely(name: string, onDone: () => void): void {
    const database = this.factory._databases.get(name);
    for (const connection of database?.connections ?? []) connection.onversionchange?.({} as IDBVersionChangeEvent);
    const wait = () => {
      if (database?.transactions.some(({ _state }) => _state !== 'finished')) return scheduler?.post('device', wait);
      this.evict(name);
      return onDone();
    };
    wait();
  }

  /** True while a transaction is half done: what lies there then is no truth yet. */
  isWriting(name: string): boolean {
    const transactions = this.factory._databases.get(name)?.transactions ?? [];
    return transactions.some(({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished');
  }

  /** All records of a store, past every transaction. */
  read(name: string): { key: unknown; value: unknown }[] {
    const store = this.factory._databases.get(name)?.rawObjectStores.get(name);
    return store ? [...store.records.values()] : [];
  }
}
