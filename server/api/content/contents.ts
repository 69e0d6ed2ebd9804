/** Lists, finds and deletes content files, without reading their bytes. */
import { mayRole, type Role } from '@server/api/access/permissions';
import { filePath } from '@server/api/pictures/text-pictures';
import { isKept } from '@server/api/shared/kept-in-trash';
import { conflict, found } from '@server/api/shared/problem';
import type { Database, Slice } from '@server/db/database';
import { contents, courses, lessons, questionSets, textPictures, trash } from '@server/db/schema';
import { and, arrayContains, arrayOverlaps, asc, count, desc, eq, isNotNull, or, type SQL, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { contentSchema } from '@/api/contents';

import { isPublished } from './published';
import { signatureOf } from './signature';

type ContentAnswer = z.input<typeof contentSchema>;

/** The columns of a content file without its bytes. */
export const contentFields = {
  id: contents.id,
  containerName: contents.containerName,
  fileName: contents.fileName,
  fileType: contents.fileType,
  byteLength: contents.byteLength,
  updatedAt: contents.updatedAt,
};

/** Returns one page of the content files that a role may read, newest first; `total` counts those files only. */
export async function listContents(database: Database, role: Role, { limit, offset }: Slice) {
  const isReadable = mayRole(role, 'draft.read') ? undefined : isPublished;
  const [counted] = await database.select({ total: count() }).from(contents).where(isReadable);
  const items: ContentAnswer[] = await database
    .select(contentFields)
    .from(contents)
    .where(isReadable)
    .orderBy(desc(contents.updatedAt), asc(contents.id))
    .limit(limit)
    .offset(offset);
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

type NamedFile = Pick<typeof contents.$inferSelect, 'id' | 'containerName' | 'fileName'>;

/** Returns what in the trash uses a file; undefined if nothing does. @param shows a condition on `text_pictures`. */
async function findTrashUse(database: Database, id: string, shows: SQL): Promise<string | undefined> {
  const texts = database.select({ id: textPictures.textId }).from(textPictures).where(shows);
  const [item] = await database
    .select({ title: trash.title })
    .from(trash)
    .where(and(isKept, or(arrayContains(trash.contentIds, [id]), sql`${trash.textIds} && array(${texts})`)))
    .limit(1);
  return item && `ごみ箱の「${item.title}」で`;
}

/** Returns what uses a file, as part of a Japanese sentence such as 「レッスン「…」で」; undefined if nothing does. */
async function findUse(database: Database, { id, containerName, fileName }: NamedFile): Promise<string | undefined> {
  const [lesson] = await database
    .select({ title: lessons.title })
    .from(lessons)
    .where(eq(lessons.contentId, id))
    .limit(1);
  if (lesson) return `レッスン「${lesson.title}」の本文として`;
  const [course] = await database
    .select({ title: courses.title })
    .from(courses)
    .where(eq(courses.thumbnailContentId, id))
    .limit(1);
  if (course) return `コース「${course.title}」の画像として`;
  const { kind, textId, pictures } = textPictures;
  const shown = [`content:${id}`, filePath(containerName, fileName)];
  const [text] = await database
    .select({ lesson: lessons.title, questionSet: questionSets.title })
    .from(textPictures)
    .leftJoin(lessons, and(eq(kind, 'markdown'), eq(lessons.contentId, textId)))
    .leftJoin(questionSets, and(eq(kind, 'question-set'), eq(questionSets.id, textId)))
    .where(
      and(arrayOverlaps(pictures, shown), or(isNotNull(lessons.id), isNotNull(questionSets.id), eq(kind, 'notice'))),
    )
    .limit(1);
  if (!text) return findTrashUse(database, id, arrayOverlaps(pictures, shown));
  if (text.lesson !== null) return `レッスン「${text.lesson}」で`;
  return text.questionSet === null ? 'お知らせで' : `問題「${text.questionSet}」で`;
}

/** Deletes a content file. @throws {Problem} 404; 409 while a lesson, course, question set or the notice uses it. */
export async function deleteContent(database: Database, contentId: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const [content] = await transaction
      .select(contentFields)
      .from(contents)
      .where(eq(contents.id, contentId))
      .for('update');
    const use = await findUse(transaction, found(content, 'ファイル'));
    if (use) throw conflict(`${use}使われています。`);
    await transaction.delete(contents).where(eq(contents.id, contentId));
  });
}
