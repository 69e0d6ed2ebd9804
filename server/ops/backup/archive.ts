/** A backup as a file: a compressed tar of the database's folder, with what it is at its head and a checksum of each file at its end. */
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

/** Raise it when an older program could not read what is packed. */
const FORMAT = 1;
const HEAD = 'manabiba.json';
const CHECKSUMS = 'checksums.json';
const PIECE_BYTES = 2 ** 18;
const LARGE_BYTES = 2 ** 20;
const WORK_MS = 10;

const headSchema = z.object({
  format: z.number(),
  /** Of the program that made it. */
  version: z.string(),
  createdAt: z.string(),
  /** The hashes of all migrations that its database may have. */
  migrations: z.array(z.string()),
});
export type BackupHead = Omit<z.infer<typeof headSchema>, 'format'>;
const checksumsSchema = z.record(z.string(), z.string());

/** Takes what goes into a backup, one after the other. */
export interface Archive {
  addFolder: (name: string) => Promise<void>;
  addText: (name: string, text: string) => Promise<void>;
  /** Takes a file as long as it is now; what is cut off meanwhile is zeros. */
  addFile: (name: string, source: string) => Promise<void>;
}

/**
 * Reads a file piece by piece, exactly so many bytes. At once, for most are small, and there are a thousand: waiting for each its turns
 * among the calls that a busy server answers would take a minute.
 */
function* readPieces(file: number, size: number): Generator<Buffer> {
  let at = 0;
  while (at < size) {
    const piece = Buffer.alloc(Math.min(PIECE_BYTES, size - at));
    const taken = piece.subarray(0, readSync(file, piece, 0, piece.length, at) || piece.length);
    yield taken;
    at += taken.length;
  }
}

/** Lets others go on whenever one has worked for so long. */
function createPauses(): () => Promise<void> {
  let since = performance.now();
  return async () => {
    if (performance.now() - since < WORK_MS) return;
    await setImmediate();
    since = performance.now();
  };
}

/** In large pieces: each one costs the compression a turn of its own among the calls. */
async function* joinPieces(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array[] = [];
  let size = 0;
  for await (const piece of pieces) {
    held.push(piece);
    size += piece.length;
    if (size < LARGE_BYTES) continue;
    yield Buffer.concat(held);
    held = [];
    size = 0;
  }
  yield Buffer.concat(held);
}

function createArchive(controller: ReturnType<typeof createTarPacker>['controller']) {
  const checksums: Record<string, string> = {};
  const pause = createPauses();
  const add = async (name: string, size: number, pieces: Iterable<Uint8Array>) => {
    const writer = controller.add({ name, size, type: 'file', mode: 0o600 }).getWriter();
    const hash = createHash('sha256');
    for (const piece of pieces) {
      hash.update(piece);
      await writer.write(piece);
      await pause();
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
        await add(name, size, readPieces(file, size));
      } finally {
        closeSync(file);
      }
    },
  };
  return { archive, finish: () => addText(CHECKSUMS, JSON.stringify(checksums)) };
}

/** Writes a backup to a new file, and brings it to the disk. @param fill adds what is in it. */
export async function packBackup(path: string, head: BackupHead, fill: (archive: Archive) => Promise<void>) {
  const { readable, controller } = createTarPacker();
  const { archive, finish } = createArchive(controller);
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true });
  const writing = pipeline(joinPieces(readable), createGzip({ level: 1, chunkSize: LARGE_BYTES }), file);
  const filling = async () => {
    try {
      await archive.addText(HEAD, JSON.stringify({ format: FORMAT, ...head }));
      await fill(archive);
      await finish();
      controller.finalize();
    } catch (error) {
      controller.error(error);
      throw error;
    }
  };
  // Both have ended before anybody goes on; that nothing can be written is the better story.
  const [written, filled] = await Promise.allSettled([writing, filling()]);
  for (const ended of [written, filled]) if (ended.status === 'rejected') throw ended.reason;
}

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

/** Whether a folder has every file of a list, as it was. */
async function isWhole(folder: string, checksums: Record<string, string>): Promise<boolean> {
  for (const [name, checksum] of Object.entries(checksums)) {
    const path = join(folder, name);
    if (!existsSync(path) || (await hashOf(path)) !== checksum) return false;
  }
  return true;
}

/**
 * Unpacks a backup into a new folder.
 *
 * @returns what it is.
 * @throws {ConfigError} for what is no backup, a damaged one, and one in a format of the future.
 */
export async function unpackBackup(path: string, folder: string): Promise<BackupHead> {
  const filter = ({ name }: { name: string }) => [HEAD, CHECKSUMS].includes(name) || name.startsWith('database/');
  // Unpacking makes its folder whenever it gets to it, also after it has failed: nothing begins for what is not there or not compressed.
  const unpack = async (pieces: AsyncIterable<Uint8Array>) => {
    const rest = pieces[Symbol.asyncIterator]();
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
  // Not of the file: its disk, or ours.
  if (failed?.syscall) throw new ConfigError(`${failed.path ?? path}: 読み書きできません（${failed.code}）。`);
  const head = readJson(headSchema, join(folder, HEAD));
  if (!head) throw new ConfigError(`${path}: まなびばのバックアップではありません。`);
  if (head.format > FORMAT) throw new ConfigError(newerWords(path, head));
  const checksums = failed ? undefined : readJson(checksumsSchema, join(folder, CHECKSUMS));
  if (!checksums || !(await isWhole(folder, checksums)))
    throw new ConfigError(`${path}: 壊れています。別のバックアップを使ってください。`);
  return head;
}

/** What is said of a backup that an older program cannot take. */
export function newerWords(path: string, { version }: BackupHead): string {
  return `${path}: 新しい版（${version}）のバックアップです。その版のまなびばで戻してください。`;
}
