/** Streams the bytes of one version of a content file, in chunks (docs/decisions/0059). */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { ServedFile } from './served-file';

type OneVersion = Pick<ServedFile, 'id' | 'updatedAt'>;

/** The byte range to read: indexes of the first and the last byte, both included. */
export interface Range {
  first: number;
  last: number;
}

/** Size of a chunk of a file, bytes; most pictures fit in one. */
export const CHUNK_BYTES = 256 * 1024;

/** Reads the first chunk of a range; undefined if the file was replaced or deleted. */
async function readChunk(database: Database, { id, updatedAt }: OneVersion, { first, last }: Range) {
  const length = Math.min(last - first + 1, CHUNK_BYTES);
  const bytes = sql`substring(${contents.bytes} from ${first + 1}::int for ${length}::int)`.mapWith(contents.bytes);
  const [chunk] = await database
    .select({ bytes })
    .from(contents)
    .where(and(eq(contents.id, id), eq(contents.updatedAt, updatedAt)));
  return chunk && new Uint8Array(chunk.bytes);
}

/**
 * Reads a range of a file. The first chunk is read before the promise resolves; each later chunk is read when the
 * client has taken the one before. No database connection is held between two chunks.
 *
 * @param abort called if a later chunk cannot be read.
 * @returns undefined if the file was replaced or deleted.
 */
export async function readFileBytes(
  database: Database,
  file: OneVersion,
  { first, last }: Range,
  abort: (why: unknown) => void,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined> {
  let chunk = await readChunk(database, file, { first, last });
  if (!chunk || chunk.length > last - first) return chunk;
  let next = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          chunk ??= await readChunk(database, file, { first: next, last });
          if (!chunk) throw new Error('The file was replaced while it was read.');
        } catch (error) {
          abort(error);
          return;
        }
        next += chunk.length;
        controller.enqueue(chunk);
        chunk = undefined;
        if (next > last) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
