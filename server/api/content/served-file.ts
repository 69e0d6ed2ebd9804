/** Content files as they are served: by name, to whomever the URL lets in (docs/decisions/0025). */
import { filePath } from '@server/api/pictures/text-pictures';
import { found, notFound, Problem } from '@server/api/shared/problem';
import type { Database } from '@server/db/database';
import { contents } from '@server/db/schema';
import { and, eq } from 'drizzle-orm';

import { isPublished } from './published';
import { type GivenSignature, secondsLeft } from './signature';

export type ServedFile = Awaited<ReturnType<typeof findFile>>;

/** What is known of a file. @throws {Problem} 404. */
export async function findFile(database: Database, container: string, name: string) {
  // What no upload may be named, PostgreSQL need not be asked for.
  if (name.includes('\0') || container.includes('\0')) throw notFound('ファイル');
  const { id, fileType, mediaType, byteLength, updatedAt, containerName, fileName } = contents;
  const [file] = await database
    .select({ id, fileType, mediaType, byteLength, updatedAt, containerName, fileName })
    .from(contents)
    .where(and(eq(containerName, container), eq(fileName, name)));
  return found(file, 'ファイル');
}

/**
 * Lets in whoever has a signature; everybody to published pictures.
 *
 * @returns for how many seconds a signature holds; undefined for what is open to everybody.
 * @throws {Problem} 404, or 400 for a published text without its signature: of a text that is there no client may think that
 * it is gone, and throw its copy away.
 */
export async function requireOpen(
  database: Database,
  file: ServedFile,
  { v: version = '', ...given }: GivenSignature & { v?: string },
  fileKey: string,
): Promise<number | undefined> {
  const left = secondsLeft({ path: filePath(file.containerName, file.fileName), version }, given, fileKey);
  if (left > 0) return left;
  const [open] = await database.select({ isPublished }).from(contents).where(eq(contents.id, file.id));
  if (!open?.isPublished) throw notFound('ファイル');
  if (file.fileType === 'md') throw new Problem(400, 'このURLの期限が切れています。');
  return undefined;
}
