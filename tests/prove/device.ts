/**
 * The simulated device's databases, with faults: full storage, lost connections, eviction, transactions cut off by a
 * page's death.
 */
import { loadWith } from './bundle';
import type * as idb from './idb';
import type { Lifecycle, Scheduler } from './scheduler';

/** The internals of fake-indexeddb that the simulation replaces to inject faults. */
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

// fake-indexeddb calls the replaced function with the database as `this`.
const { transaction: transactionOf } = IDBDatabaseClass.prototype as { transaction: IDBDatabase['transaction'] };
IDBDatabaseClass.prototype.transaction = function begin(...args: Parameters<typeof transactionOf>) {
  // The simulation injects no fault into the creation of a database (`versionchange`).
  const fault = args[1] === ('versionchange' as string) ? undefined : device?.connectionFault(this.name);
  if (fault) {
    this.close();
    throw new DOMException(fault, 'InvalidStateError');
  }
  return transactionOf.apply(this, args);
};

/** On a full device, `put` fails. */
const { put: putInto } = IDBObjectStoreClass.prototype as { put: IDBObjectStore['put'] };
IDBObjectStoreClass.prototype.put = function put(...args: Parameters<typeof putInto>) {
  const request = putInto.apply(this, args);
  if (device) device.writes += 1;
  if (this.transaction.db.name === 'queue') device?.failWithQuota(this.transaction as unknown as InnerTransaction);
  return request;
};

const { delete: deleteFrom } = IDBObjectStoreClass.prototype as { delete: IDBObjectStore['delete'] };
IDBObjectStoreClass.prototype.delete = function remove(...args: Parameters<typeof deleteFrom>) {
  const request = deleteFrom.apply(this, args);
  if (device) device.writes += 1;
  if (this.transaction.db.name === 'queue')
    device?.failRemovalWithQuota(this.transaction as unknown as InnerTransaction);
  return request;
};

/** Connects fake-indexeddb to the scheduler and device of the current history: all histories share the one library. */
function bind(now: Scheduler, here: Device): void {
  scheduler = now;
  device = here;
}

export type Fullness = 'puts' | 'everything';

export class Device {
  readonly keyRange = IDBKeyRange;
  /** Set while storage is full: `put` fails; if the value is `everything`, `delete` fails, too. */
  full: Fullness | undefined;
  /** The number of future transactions that will find their database connection lost. */
  lostConnections = 0;
  /** True if the queue's database cannot be opened. */
  isUnreadable = false;
  /** The number of device failures so far. */
  failures = 0;
  /** The number of writes so far. */
  writes = 0;
  private factory = new IDBFactory() as InnerFactory;
  private readonly connections = new Map<Lifecycle, Set<InnerConnection>>();

  constructor(now: Scheduler) {
    bind(now, this);
  }

  /** True while a fault prevents reading or writing. */
  get isFailing(): boolean {
    return this.full !== undefined || this.lostConnections > 0 || this.isUnreadable;
  }

  /** Returns the fault that a new transaction meets; undefined if none. */
  connectionFault(database: string): string | undefined {
    const isUnreadable = database === 'queue' && this.isUnreadable;
    if (!isUnreadable && this.lostConnections === 0) return undefined;
    this.failures += 1;
    if (isUnreadable) return 'unreadable';
    this.lostConnections -= 1;
    return 'lost';
  }

  /** Makes a transaction's last request fail on a full device, and with it the transaction. */
  failWithQuota(transaction: InnerTransaction): void {
    const last = transaction._requests.at(-1);
    if (!this.full || !last) return;
    last.operation = () => {
      this.failures += 1;
      throw new DOMException('full', 'QuotaExceededError');
    };
  }

  /** Makes a transaction's last `delete` request fail if storage is so full that deletions fail, too. */
  failRemovalWithQuota(transaction: InnerTransaction): void {
    if (this.full === 'everything') this.failWithQuota(transaction);
  }

  /** Returns `indexedDB` for one page or worker. */
  openFor(life: Lifecycle): Pick<IDBFactory, 'open'> {
    const connections = new Set<InnerConnection>();
    this.connections.set(life, connections);
    return {
      open: (name, version) => {
        // A dead page's request never succeeds.
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

  /** Closes the connections of a dead page or worker; its uncommitted transactions abort. */
  closeConnectionsOf(life: Lifecycle): void {
    for (const connection of this.connections.get(life) ?? []) this.end(connection);
    this.connections.delete(life);
  }

  /** Closes a connection at once; the library's `close` would wait for the transactions of all pages. */
  private end(connection: InnerConnection): void {
    this.abortAll(({ db }) => db === connection);
    Object.assign(connection, { _closePending: true, _closed: true });
    for (const database of this.factory._databases.values())
      database.connections = database.connections.filter((other) => other !== connection);
  }

  private abortAll(matches: (transaction: InnerTransaction) => boolean): void {
    for (const { transactions } of this.factory._databases.values())
      for (const each of transactions.filter(matches)) if (each._state !== 'finished') each._abort('AbortError');
  }

  /** Deletes a database at once, as an eviction by the browser does; running transactions abort. */
  evict(name: string): void {
    this.failures += 1;
    const database = this.factory._databases.get(name);
    if (!database) return;
    this.abortAll(({ db }) => db.name === name);
    for (const connection of database.connections.slice()) forceCloseDatabase(connection as never);
    this.factory._databases.delete(name);
  }

  /**
   * Deletes a database as `deleteDatabase` does: sends `versionchange`, then waits for running transactions, which
   * fake-indexeddb does not.
   */
  deleteWhenReleased(name: string, onDone: () => void): void {
    const database = this.factory._databases.get(name);
    for (const connection of database?.connections ?? []) connection.onversionchange?.({} as IDBVersionChangeEvent);
    const wait = () => {
      if (database?.transactions.some(({ _state }) => _state !== 'finished')) return scheduler?.post('device', wait);
      this.evict(name);
      return onDone();
    };
    wait();
  }

  /** True while a writing transaction has started and not finished: its records are not final. */
  isWriting(name: string): boolean {
    const transactions = this.factory._databases.get(name)?.transactions ?? [];
    return transactions.some(({ mode, _started, _state }) => mode !== 'readonly' && _started && _state !== 'finished');
  }

  /** Returns all records of a store, outside of any transaction. */
  read(name: string): { key: unknown; value: unknown }[] {
    const store = this.factory._databases.get(name)?.rawObjectStores.get(name);
    return store ? [...store.records.values()] : [];
  }
}
