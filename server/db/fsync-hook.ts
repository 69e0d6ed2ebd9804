/** Makes PGlite's fsync real: its file system reports success without syncing. */
import { closeSync, fdatasyncSync, fsyncSync, openSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';

/** PGlite's own start parameters (0.5.16), with less memory and without `-F`, which turns fsync off. */
const settings = [
  'search_path=public',
  'exit_on_error=false',
  'log_checkpoints=false',
  'max_worker_processes=0',
  'max_parallel_workers=0',
  'max_parallel_workers_per_gather=0',
  'max_parallel_maintenance_workers=0',
  'io_method=sync',
  'fsync=on',
  'wal_sync_method=fsync',
  'shared_buffers=16MB',
  // max_wal_size limits the disk space of the WAL.
  'max_wal_size=64MB',
  'min_wal_size=32MB',
];
export const durableStartParams = ['--single', '-O', '-j', ...settings.flatMap((setting) => ['-c', setting])];

/** The parts of Emscripten's file system that the hook uses. They are internal, so PGlite's exact version is pinned. */
interface OpenStream {
  nfd?: number;
  node: unknown;
}
interface StreamOperations {
  fsync?: (stream: OpenStream) => number;
}
interface InternalPGlite {
  Module: {
    FS: {
      lookupPath(path: string): {
        node: { mount: { type: { stream_ops: StreamOperations; realPath(node: unknown): string } } };
      };
    };
  };
}

/**
 * Replaces the data folder's fsync.
 *
 * @returns a function that returns the number of fsyncs so far.
 */
export function hookFsync(client: PGlite): () => number {
  let syncs = 0;
  const { FS } = (client as unknown as InternalPGlite).Module;
  const { type } = FS.lookupPath('/pglite/data').node.mount;
  type.stream_ops.fsync = (stream) => {
    syncs += 1;
    if (stream.nfd !== undefined) {
      fdatasyncSync(stream.nfd);
      return 0;
    }
    // Open and sync the folder by its path: Emscripten has no file descriptor for a folder.
    const folder = openSync(type.realPath(stream.node), 'r');
    try {
      fsyncSync(folder);
    } finally {
      closeSync(folder);
    }
    return 0;
  };
  return () => syncs;
}
