/**
 * The backup file: a tar.gz of the database's folder, with metadata as first entry and checksums of all files as last
 * entry.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  createWriteStream,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
} from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { setImmediate } from 'node:timers/promises';
import { createGunzip, createGzip } from 'node:zlib';

import { ConfigError } from '@server/lib/environment';
import { createTarPacker } from 'modern-tar';
import { unpackTar } from 'modern-tar/fs';
import * as z from 'zod/mini';

/** The format version of a backup. Increase it when older versions of the server can no longer read the file. */
const FORMAT = 1;
const METADATA_NAME = 'manabiba.json';
const CHECKSUMS_NAME = 'checksums.json';
const READ_CHUNK_BYTES = 2 ** 18;
const GZIP_CHUNK_BYTES = 2 ** 20;
/** Packing a backup yields to other work after this time, ms. */
const YIELD_AFTER_MS = 10;

const headSchema = z.object({
  format: z.number(),
  /** The version of the server that made the backup. */
  version: z.string(),
  createdAt: z.string(),
  /** The hashes of the migrations of the server version that made the backup. */
  migrations: z.array(z.string()),
});
export type BackupHead = Omit<z.infer<typeof headSchema>, 'format'>;
const checksumsSchema = z.record(z.string(), z.string());

/** Functions that add entries to a backup. Call them one after the other: wait for each before the next. */
export interface Archive {
  addFolder: (name: string) => Promise<void>;
  addText: (name: string, text: string) => Promise<void>;
  /** Adds a file with its current size. If it is truncated meanwhile, zeros fill the rest. */
  addFile: (name: string, source: string) => Promise<void>;
}

/**
 * Reads exactly `size` bytes of a file in chunks. Synchronous: with about a thousand small files, asynchronous reads in
 * a busy server would take a minute.
 */
function* readChunks(file: number, size: number): Generator<Buffer> {
  let at = 0;
  while (at < size) {
    const chunk = Buffer.alloc(Math.min(READ_CHUNK_BYTES, size - at));
    const filled = chunk.subarray(0, readSync(file, chunk, 0, chunk.length, at) || chunk.length);
    yield filled;
    at += filled.length;
  }
}

/** Creates a function that yields to the event loop after {@link YIELD_AFTER_MS} of work. */
function createYield(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < YIELD_AFTER_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** Joins small chunks to large ones, because each chunk costs the compressor a round trip to its thread. */
async function* joinChunks(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    if (size < GZIP_CHUNK_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  yield Buffer.concat(held);
}

function createArchive(controller: ReturnType<typeof createTarPacker>['controller']) {
  const checksums: Record<string, string> = {};
  const yieldToOthers = createYield();
  const add = async (name: string, size: number, chunks: Iterable<Uint8Array>) => {
    const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    const hash = createHash('sha256');
    for (const chunk of chunks) {
      hash.update(chunk);
      await writer.write(chunk);
      await yieldToOthers();
    }
    await writer.close();
    checksums[name] = hash.digest('hex');
  };
  const addText = (name: string, text: string) => {
    const bytes = new TextEncoder().encode(text);
    return add(name, bytes.length, [bytes]);
  };
  const archive: Archive = {
    addFolder: (name) => controller.add({ name: `${name}/`, size: 0, type: 'directory', mode: 0o700 }).close(),
    addText,
    addFile: async (name, source) => {
      const file = openSync(source, 'r');
      try {
        const { size } = fstatSync(file);
        await add(name, size, readChunks(file, size));
      } finally {
        closeSync(file);
      }
    },
  };
  return { archive, finish: () => addText(CHECKSUMS_NAME, JSON.stringify(checksums)) };
}

/** Writes a backup to a new file and fsyncs it. @param fill adds the entries. */
export async function packBackup(path: string, head: BackupHead, fill: (archive: Archive) => Promise<void>) {
  const { readable, controller } = createTarPacker();
  const { archive, finish } = createArchive(controller);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const writing = pipeline(joinChunks(readable), createGzip({ level: 1, chunkSize: GZIP_CHUNK_BYTES }), file);
  const filling = async () => {
    try {
      await archive.addText(METADATA_NAME, JSON.stringify({ format: FORMAT, ...head }));
      await fill(archive);
      await finish();
      controller.finalize();
    } catch (error) {
      controller.error(error);
      throw error;
    }
  };
  // Wait for both the reader and the writer: if writing fails, filling fails too, and the writer's error explains more.
  const [written, filled] = await Promise.allSettled([writing, filling()]);
  for (const ended of [written, filled]) if (ended.status === 'rejected') throw ended.reason;
}

/** Reads and validates a JSON file; returns undefined if reading or validation fails. */
function readJson<T>(schema: z.ZodMiniType<T>, path: string): T | undefined {
  try {
    return z.parse(schema, JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return hash.digest('hex');
}

/** Returns true if a folder has every listed file with its checksum. */
async function isWhole(folder: string, checksums: Record<string, string>): Promise<boolean> {
  for (const [name, checksum] of Object.entries(checksums)) {
    const path = join(folder, name);
    if (!existsSync(path) || (await hashOf(path)) !== checksum) return false;
  }
  return true;
}

/**
 * Unpacks a backup into a new folder, and verifies its checksums.
 *
 * @returns its metadata.
 * @throws {ConfigError} if the file is not a backup, is corrupt, or has a newer format.
 */
export async function unpackBackup(path: string, folder: string): Promise<BackupHead> {
  const filter = ({ name }: { name: string }) =>
    [METADATA_NAME, CHECKSUMS_NAME].includes(name) || name.startsWith('database/');
  // Start unpackTar only after the first chunk was decompressed, because it creates its folder even if decompression
  // fails.
  const unpack = async (chunks: AsyncIterable<Uint8Array>) => {
    const rest = chunks[Symbol.asyncIterator]();
    const first = await rest.next();
    if (first.done) return;
    const all = async function* () {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => rest };
    };
    await pipeline(all, unpackTar(folder, { filter, dmode: 0o700, fmode: 0o600 }));
  };
  const failed = await pipeline(createReadStream(path), createGunzip(), unpack).then(
    () => undefined,
    (error: NodeJS.ErrnoException) => error,
  );
  // An error of a system call concerns the disk, not the backup file's content.
  if (failed?.syscall) throw new ConfigError(`${failed.path ?? path}: 読み書きできません（${failed.code}）。`);
  const head = readJson(headSchema, join(folder, METADATA_NAME));
  if (!head) throw new ConfigError(`${path}: まなびばのバックアップではありません。`);
  if (head.format > FORMAT) throw new ConfigError(newerVersionMessage(path, head));
  const checksums = failed ? undefined : readJson(checksumsSchema, join(folder, CHECKSUMS_NAME));
  if (!checksums || !(await isWhole(folder, checksums)))
    throw new ConfigError(`${path}: 壊れています。別のバックアップを使ってください。`);
  return head;
}

/** Returns the error message for a backup of a newer version. */
export function newerVersionMessage(path: string, { version }: BackupHead): string {
  return `${path}: 新しい版（${version}）のバックアップです。その版のまなびばで戻してください。`;
}
