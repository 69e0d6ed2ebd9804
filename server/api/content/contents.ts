/** Lists, finds and deletes content files, without reading their bytes. */
import { mayRole, type Role } from '@server/api/access/permissions';
import { filePath } from '@server/api/pictures/text-pictures';
import { conflict, found } from '@server/api/shared/problem';
import type { Database, Slice } from '@server/db/database';
import { contents } from '@server/db/schema';
import { containsWords, folded } from '@server/db/search-columns';
import { and, asc, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { contentSchema } from '@/api/contents';
import { readNames } from '@/api/named';
import type { ContentQuery } from '@/api/title-lists';

import { isPublished } from './published';
import { signatureOf } from './signature';
import { findUse, usesField } from './uses';

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
 * Returns one page of the content files that match a query and that a role may read, newest first; `total` counts those files only. Names
 * are folded for each search: a generated column would have to write every file again.
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
 * Returns the URL of a content file, relative to this host; undefined if it does not exist or the role may not see it. Each
 * version has its own URL, so that caches never serve an older one. URLs of texts and of unpublished pictures are signed.
 */
export async function findContentUrl(
  database: Database,
  role: Role,
  contentId: string,
  fileKey: string,
): Promise<string | undefined> {
  const [content] = await database
    .select({ ...contentFields, isPublished })
    .from(contents)
    .where(eq(contents.id, contentId));
  if (!content || !(content.isPublished || mayRole(role, 'draft.read'))) return undefined;
  const { containerName, fileName, fileType } = content;
  const file = { path: filePath(containerName, fileName), version: String(Date.parse(content.updatedAt)) };
  const needsNoSignature = content.isPublished && fileType === 'img';
  const query = new URLSearchParams({ v: file.version, ...(needsNoSignature ? {} : signatureOf(file, fileKey)) });
  return `/files/${encodeURIComponent(containerName)}/${encodeURIComponent(fileName)}?${query}`;
}

/** Deletes a content file. @throws {Problem} 404; 409 while a lesson, course, question set or the notice uses it. */
export async function deleteContent(database: Database, contentId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [content] = await transaction
      .select(contentFields)
      .from(contents)
      .where(eq(contents.id, contentId))
      .for('update');
    const use = await findUse(transaction, found(content, 'ファイル').id);
    if (use) throw conflict(`${use}使われています。`);
    await transaction.delete(contents).where(eq(contents.id, contentId));
  });
}
