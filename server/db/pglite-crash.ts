/**
 * Notices that PGlite has died. When its disk fails in the wrong place PostgreSQL panics, and PGlite (0.5.16) goes on calling the
 * dead program in a loop that nothing ends; what a failed fsync throws it takes for success.
 */
import { closeSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';

/** What of PGlite's inside is touched; an internal interface, so the exact version is pinned. */
interface Inside {
  execProtocolRawSync: (message: Uint8Array) => Uint8Array;
  Module: {
    _PostgresMainLoopOnce: () => void;
    stackRestore: (pointer: number) => void;
    FS: {
      streams: ({ nfd?: number } | null | undefined)[];
      lookupPath: (path: string) => {
        node: { mount: { type: { stream_ops: Record<string, Operation | undefined> } } };
      };
    };
  };
}
type Operation = (...args: unknown[]) => unknown;

export interface Life {
  /** What it died of; undefined while it lives. */
  readonly death: unknown;
  /** Lets go of the files of one that has died. */
  bury: () => void;
}

/** Runs something whose failure is fatal. */
function watched<T extends unknown[], R>(
  work: (...args: T) => R,
  isFatal: (error: unknown) => boolean,
  die: (error: unknown) => void,
) {
  return (...args: T): R => {
    try {
      return work(...args);
    } catch (error) {
      if (isFatal(error)) die(error);
      throw error;
    }
  };
}

/** Watches one; once it has died, whatever it is asked throws what it died of. Call it when the other hooks are in place. */
export function watchForCrash(client: PGlite): Life {
  const inside = client as unknown as Inside;
  const { Module } = inside;
  let death: unknown;
  const die = (error: unknown) => {
    death ??= error;
  };
  const operations = Module.FS.lookupPath('/pglite/data').node.mount.type.stream_ops;
  for (const name of ['write', 'fsync']) {
    const operation = operations[name];
    if (!operation) throw new Error(`PGlite has no ${name}: its internals have changed.`);
    operations[name] = watched(operation, () => true, die);
  }
  const isAbort = (error: unknown) => error instanceof WebAssembly.RuntimeError;
  Module._PostgresMainLoopOnce = watched(Module._PostgresMainLoopOnce, isAbort, die);
  const restore = Module.stackRestore;
  // The loop comes by here after each failure, and catches none of these.
  Module.stackRestore = (pointer) => {
    if (isAbort(death)) throw death;
    restore(pointer);
  };
  const ask = inside.execProtocolRawSync.bind(client);
  inside.execProtocolRawSync = (message) => {
    if (death) throw death;
    return ask(message);
  };
  return {
    get death() {
      return death;
    },
    bury() {
      // Each once: its number is soon another file's.
      for (const stream of Module.FS.streams.splice(0)) {
        try {
          if (stream?.nfd !== undefined) closeSync(stream.nfd);
        } catch {
          // The disk is gone, and the file with it.
        }
      }
    },
  };
}
