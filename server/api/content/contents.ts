/** Lists, finds and deletes content files, without reading their bytes. */
import { mayRole, type Role } from '@server/api/access/permissions';
import { filePath } from '@server/api/pictures/text-pictures';
import { conflict, found } from '@server/api/shared/problem';
import type { Database, Slice } from '@server/db/database';
import { contents } from '@server/db/schema';
import { containsWords, folded } from '@server/db/search-columns';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { contentSchema } from '@/api/files/contents';
import { readNames } from '@/api/named';
import type { ContentQuery } from '@/api/title-lists';

import { isPublished, notScannedYet, publication, requirePublished } from './published';
import { signatureOf } from './signature';
import { isAnyTextUnscanned } from './unscanned';
import { blockingUse, usesField } from './uses';

type ContentAnswer = z.input<typeof contentSchema>;

/** The columns of a content file, without the column of its bytes. */
export const contentFields = {
  id: contents.id,
  containerName: contents.containerName,
  fileName: contents.fileName,
  fileType: contents.fileType,
  byteLength: contents.byteLength,
  updatedAt: contents.updatedAt,
};

/**
 * Returns one page of the content files that match a query and that a role may read, newest first; `total` counts those
 * files only. Names are folded for each search: a generated column would have to write every file again.
 */
export async function listContents(
  database: Database,
  role: Role,
  { q = '', ids, uses }: ContentQuery,
  { limit, offset }: Slice,
) {
  const names = readNames(ids);
  const isWanted = and(
    mayRole(role, 'draft.read') ? undefined : isPublished,
    containsWords(folded(sql`${contents.fileName}`), q),
    names && inArray(contents.id, names),
  );
  const [counted] = await database.select({ total: count() }).from(contents).where(isWanted);
  const inOrder = [desc(contents.updatedAt), asc(contents.id)];
  const pageIds = database
    .select({ id: contents.id })
    .from(contents)
    .where(isWanted)
    .orderBy(...inOrder)
    .limit(limit)
    .offset(offset);
  const items: ContentAnswer[] = await database
    .select(uses === 'true' ? { ...contentFields, uses: usesField } : contentFields)
    .from(contents)
    // Select the page's rows by id: a query with an offset would also compute the uses of all files on earlier pages.
    .where(inArray(contents.id, pageIds))
    .orderBy(...inOrder);
  return { items, total: counted?.total ?? 0 };
}

/** Finds a content file; undefined if it does not exist. */
export async function findContent(database: Database, contentId: string) {
  const [content] = await database.select(contentFields).from(contents).where(eq(contents.id, contentId));
  return content satisfies ContentAnswer | undefined;
}

/**
 * Returns the URL of a content file, relative to this host. Each version has its own URL, so that caches never serve an
 * older one. URLs of texts, and of pictures that are not known to be published, are signed.
 *
 * @throws {Problem} 404 if the file does not exist or the role may not see it; 503 if that is not known yet.
 */
export async function findContentUrl(
  database: Database,
  role: Role,
  contentId: string,
  fileKey: string,
): Promise<string> {
  const [row] = await database
    .select({ ...contentFields, publication })
    .from(contents)
    .where(eq(contents.id, contentId));
  const content = found(row, 'ファイル');
  if (!mayRole(role, 'draft.read')) requirePublished(content.publication);
  const { containerName, fileName, fileType } = content;
  const file = { path: filePath(containerName, fileName), version: String(Date.parse(content.updatedAt)) };
  const needsNoSignature = content.publication === 'published' && fileType === 'img';
  const query = new URLSearchParams({ v: file.version, ...(needsNoSignature ? {} : signatureOf(file, fileKey)) });
  return `/files/${encodeURIComponent(containerName)}/${encodeURIComponent(fileName)}?${query}`;
}

/**
 * Deletes a content file. @throws {Problem} 404; 409 while a lesson, course, question set, the notice or something in
 * the trash uses it; 503 while texts that may use it are not scanned.
 */
export async function deleteContent(database: Database, contentId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [content] = await transaction
      .select(contentFields)
      .from(contents)
      .where(eq(contents.id, contentId))
      .for('update');
    const isUnscanned = isAnyTextUnscanned('all');
    // A second statement: one that has waited for the row's lock would not see texts that were saved meanwhile.
    const [used] = await transaction
      .select({ uses: usesField, isUnscanned })
      .from(contents)
      .where(eq(contents.id, found(content, 'ファイル').id));
    const use = blockingUse(used?.uses ?? []);
    if (use) throw conflict(`${use}使われています。`);
    if (used?.isUnscanned) throw notScannedYet();
    await transaction.delete(contents).where(eq(contents.id, contentId));
  });
}
