/** Finds a content file by its URL's name, and checks the URL's signature (docs/decisions/0025). */
import { filePath } from '@server/api/pictures/text-pictures';
import { found, notFound, Problem } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { and, eq } from 'drizzle-orm';

import { publication, requirePublished } from './published';
import { type GivenSignature, secondsLeft } from './signature';

export type ServedFile = Awaited<ReturnType<typeof findFile>>;

/** Finds a file by container and name. @throws {Problem} 404. */
export async function findFile(database: Database, container: string, name: string) {
  // PostgreSQL refuses NUL, and no uploaded file has it in its name.
  if (name.includes('\0') || container.includes('\0')) throw notFound('ファイル');
  const { id, fileType, mediaType, byteLength, updatedAt, containerName, fileName } = contents;
  const [file] = await database
    .select({ id, fileType, mediaType, byteLength, updatedAt, containerName, fileName })
    .from(contents)
    .where(and(eq(containerName, container), eq(fileName, name)));
  return found(file, 'ファイル');
}

/**
 * Requires a valid signature, except for published pictures.
 *
 * @returns the seconds until the signature expires; undefined for a published picture.
 * @throws {Problem} 404; 503 if it is not known yet whether a picture is published; 400 for a published text without a
 * valid signature, because a 404 would make clients delete their copy of an existing text.
 */
export async function requireOpen(
  database: Database,
  file: ServedFile,
  { v: version = '', ...given }: GivenSignature & { v?: string },
  fileKey: string,
): Promise<number | undefined> {
  const left = secondsLeft({ path: filePath(file.containerName, file.fileName), version }, given, fileKey);
  if (left > 0) return left;
  const [open] = await database.select({ publication }).from(contents).where(eq(contents.id, file.id));
  requirePublished(open?.publication);
  if (file.fileType === 'md') throw new Problem(400, 'このURLの期限が切れています。');
  return undefined;
}
