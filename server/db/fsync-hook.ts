/** Makes PGlite's fsync real: its file system reports success without syncing. */
import { fdatasyncSync } from 'node:fs';

import type { PGlite } from '@electric-sql/pglite';

import { syncHandle } from './sync-folder';

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
  /** The file descriptor of the file or folder. */
  nfd: number;
}
interface StreamOperations {
  fsync?: (stream: OpenStream) => number;
}
interface InternalPGlite {
  Module: {
    FS: {
      lookupPath(path: string): {
        node: { mount: { type: { stream_ops: StreamOperations } } };
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
  type.stream_ops.fsync = ({ nfd }) => {
    syncs += 1;
    syncHandle(nfd, fdatasyncSync);
    return 0;
  };
  return () => syncs;
}
