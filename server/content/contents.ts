/** Reads what is known of content files, and deletes them. */
import type { Database } from '@server/db/database';
import { contents, courses, lessons } from '@server/db/schema';
import type { PageRequest } from '@server/http/paging';
import { conflict, notFound } from '@server/http/problem';
import { mayRole, type Role } from '@server/permissions';
import { asc, count, desc, eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { contentSchema } from '@/api/contents';

import { isPublished } from './published';
import { signatureOf } from './signature';
import { filePath } from './text-pictures';

type ContentAnswer = z.input<typeof contentSchema>;

const contentFields = {
  id: contents.id,
  containerName: contents.containerName,
  fileName: contents.fileName,
  fileType: contents.fileType,
  byteLength: contents.byteLength,
  updatedAt: contents.updatedAt,
};

/** One page of content files, newest first. */
export async function listContents(database: Database, { limit, offset }: PageRequest) {
  const [counted] = await database.select({ total: count() }).from(contents);
  const items: ContentAnswer[] = await database
    .select(contentFields)
    .from(contents)
    .orderBy(desc(contents.updatedAt), asc(contents.id))
    .limit(limit)
    .offset(offset);
  return { items, total: counted?.total ?? 0 };
}

/** One content file; undefined when there is none. */
export async function findContent(database: Database, contentId: string) {
  const [content] = await database.select(contentFields).from(contents).where(eq(contents.id, contentId));
  return content satisfies ContentAnswer | undefined;
}

/**
 * Where a content file lies, on this very host; undefined when there is none, or none that the role may see. A new version
 * has a new URL, whatever a cache keeps; a text, and what is not published, a signed one.
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
  const isOpen = content.isPublished && fileType === 'img';
  const query = new URLSearchParams({ v: file.version, ...(isOpen ? {} : signatureOf(file, fileKey)) });
  return `/files/${encodeURIComponent(containerName)}/${encodeURIComponent(fileName)}?${query}`;
}

/** Deletes a content file. @throws {Problem} 404, or 409 while a lesson or course shows it. */
export async function deleteContent(database: Database, contentId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [locked] = await transaction
      .select({ id: contents.id })
      .from(contents)
      .where(eq(contents.id, contentId))
      .for('update');
    if (!locked) throw notFound('ファイル');
    const [lesson] = await transaction
      .select({ title: lessons.title })
      .from(lessons)
      .where(eq(lessons.contentId, contentId))
      .limit(1);
    if (lesson) throw conflict(`レッスン「${lesson.title}」の本文として使われています。`);
    const [course] = await transaction
      .select({ title: courses.title })
      .from(courses)
      .where(eq(courses.thumbnailContentId, contentId))
      .limit(1);
    if (course) throw conflict(`コース「${course.title}」の画像として使われています。`);
    await transaction.delete(contents).where(eq(contents.id, contentId));
  });
}
