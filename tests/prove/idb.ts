/** The entry of the bundle of fake-indexeddb, which the simulation loads. */
export { forceCloseDatabase, IDBDatabase, IDBFactory, IDBKeyRange, IDBObjectStore } from 'fake-indexeddb';
