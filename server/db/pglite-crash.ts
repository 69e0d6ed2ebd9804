/**
 * Detects a crash of PGlite. After some disk errors PostgreSQL panics, and PGlite (0.5.16) then calls the aborted
 * program in an endless loop. PGlite also treats an exception of fsync as success.
 */
import { closeSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';

/** The internals of PGlite that are patched. They may change in any release, so the exact version is pinned. */
interface Internals {
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

export interface CrashWatch {
  /** The error that caused the crash; undefined while PGlite works. */
  readonly cause: unknown;
  /** Closes the file descriptors of a crashed PGlite. */
  closeFiles: () => void;
}

/** Wraps a function so that its fatal errors are also reported. */
function withCrashReport<T extends unknown[], R>(
  work: (...args: T) => R,
  isFatal: (error: unknown) => boolean,
  report: (error: unknown) => void,
) {
  return (...args: T): R => {
    try {
      return work(...args);
    } catch (error) {
      if (isFatal(error)) report(error);
      throw error;
    }
  };
}

/**
 * Watches a PGlite. After a crash, every call throws the error that caused it. Call this after the other hooks are
 * installed.
 */
export function watchForCrash(client: PGlite): CrashWatch {
  const internals = client as unknown as Internals;
  const { Module } = internals;
  let cause: unknown;
  const report = (error: unknown) => {
    cause ??= error;
  };
  const operations = Module.FS.lookupPath('/pglite/data').node.mount.type.stream_ops;
  for (const name of ['write', 'fsync']) {
    const operation = operations[name];
    if (!operation) throw new Error(`PGlite has no ${name}: its internals have changed.`);
    operations[name] = withCrashReport(operation, () => true, report);
  }
  const isAbort = (error: unknown) => error instanceof WebAssembly.RuntimeError;
  Module._PostgresMainLoopOnce = withCrashReport(Module._PostgresMainLoopOnce, isAbort, report);
  const restore = Module.stackRestore;
  // Stop PGlite's endless loop: the loop calls `stackRestore` after each error, and does not catch its exceptions.
  Module.stackRestore = (pointer) => {
    if (isAbort(cause)) throw cause;
    restore(pointer);
  };
  const ask = internals.execProtocolRawSync.bind(client);
  internals.execProtocolRawSync = (message) => {
    if (cause) throw cause;
    return ask(message);
  };
  return {
    get cause() {
      return cause;
    },
    closeFiles() {
      // Remove each descriptor before closing it, to close it only once: the system reuses descriptor numbers.
      for (const stream of Module.FS.streams.splice(0)) {
        try {
          if (stream?.nfd !== undefined) closeSync(stream.nfd);
        } catch {
          // Ignore the error of closing a descriptor: the disk is gone.
        }
      }
    },
  };
}
