/** The simulated databases, as they are put into one function of their own. */
export { forceCloseDatabase, IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
