/** The bytes of content files, read in pieces of one version (docs/decisions/0059). */
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { ServedFile } from './served-file';

type OneVersion = Pick<ServedFile, 'id' | 'updatedAt'>;

/** The first and the last byte of a part. */
export interface Range {
  first: number;
  last: number;
}

/** Most pictures are one. */
export const PIECE_BYTES = 256 * 1024;

/** The first piece of a part; undefined when the file is another by now, or gone. */
async function readPiece(database: Database, { id, updatedAt }: OneVersion, { first, last }: Range) {
  const length = Math.min(last - first + 1, PIECE_BYTES);
  const bytes = sql`substring(${contents.bytes} from ${first + 1}::int for ${length}::int)`.mapWith(contents.bytes);
  const [piece] = await database
    .select({ bytes })
    .from(contents)
    .where(and(eq(contents.id, id), eq(contents.updatedAt, updatedAt)));
  return piece && new Uint8Array(piece.bytes);
}

/**
 * A part of a file. Its first piece is there when this answers; each other one is read when the one before is on its way, and
 * nothing is held between the two.
 *
 * @param giveUp when one of the others cannot be had.
 * @returns undefined when the file is another by now, or gone.
 */
export async function readFileBytes(
  database: Database,
  file: OneVersion,
  { first, last }: Range,
  giveUp: (why: unknown) => void,
): Promise<Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined> {
  let piece = await readPiece(database, file, { first, last });
  if (!piece || piece.length > last - first) return piece;
  let next = first;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          piece ??= await readPiece(database, file, { first: next, last });
          if (!piece) throw new Error('The file was replaced while it was read.');
        } catch (error) {
          giveUp(error);
          return;
        }
        next += piece.length;
        controller.enqueue(piece);
        piece = undefined;
        if (next > last) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
