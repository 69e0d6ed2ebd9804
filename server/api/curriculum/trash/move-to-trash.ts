/**
 * Deletes things of the curriculum by moving their rows into the trash, from which they can be restored for 30 days.
 */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { cutHistoryOfDeleted, keepTrashedLessons } from '@server/api/completions/course-history';
import { picturesOfQuestions } from '@server/api/pictures/text-pictures';
import { found } from '@server/api/shared/problem';
import { isVersionOf } from '@server/api/shared/version-files';
import { type Database, now } from '@server/db/database';
import { contents, lessons, textPictures, trash } from '@server/db/schema';
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm';

import type { TrashKind, TrashParent } from '@/api/trash';

import { nameOf, parentColumnOf, parentKindOf, tableOf } from './kinds';
import { withTrashed } from './place-among';
import { contentIdsOf, readRows, ROWS_VERSION, type TrashRows } from './trash-rows';

/** A course, section, chapter, lesson or question set, by kind and id. */
export interface Subject {
  kind: TrashKind;
  id: string;
}

/**
 * Returns the title and the parent's id of a thing to delete.
 *
 * @throws {Problem} 404 if another request has just deleted it.
 */
function subjectOf(kind: TrashKind, rows: TrashRows): { title: string; parentId: string | null } {
  const [course] = rows.courses;
  const [section] = rows.sections;
  const [chapter] = rows.chapters;
  const [lesson] = rows.lessons;
  const [set] = rows.question_sets;
  const subjects = {
    course: course && { title: course.title, parentId: null },
    section: section && { title: section.title, parentId: section.course_id },
    chapter: chapter && { title: chapter.title, parentId: chapter.section_id },
    lesson: lesson && { title: lesson.title, parentId: lesson.chapter_id },
    'question-set': set && { title: set.title, parentId: set.lesson_id },
  };
  return found(subjects[kind], nameOf[kind]);
}

/** Returns the ids of a thing's siblings in their order, including its own. */
export async function siblingsOf(transaction: Database, kind: TrashKind, parentId: string | null): Promise<string[]> {
  const table = tableOf[kind];
  const areSiblings = kind === 'course' || parentId === null ? undefined : eq(parentColumnOf[kind], parentId);
  const rows = await transaction
    .select({ id: table.id })
    .from(table)
    .where(areSiblings)
    .orderBy(asc(table.order), asc(table.id));
  return rows.map(({ id }) => id);
}

/** Returns the titles of a thing's parents, from the course down. */
async function parentsOf(transaction: Database, kind: TrashKind, parentId: string | null): Promise<TrashParent[]> {
  const parentKind = parentKindOf(kind);
  if (!parentKind || parentId === null) return [];
  const table = tableOf[parentKind];
  const grandparentId = parentKind === 'course' ? undefined : parentColumnOf[parentKind];
  const [parent] = await transaction
    .select({ title: table.title, ...(grandparentId && { grandparentId }) })
    .from(table)
    .where(eq(table.id, parentId));
  if (!parent) return [];
  const above = await parentsOf(transaction, parentKind, parent.grandparentId ?? null);
  return [...above, { kind: parentKind, id: parentId, title: parent.title }];
}

/**
 * Moves the pictures that question sets show out of `text_pictures`.
 *
 * @returns the pictures, which are stored with the rows.
 */
async function takePictures(transaction: Database, sets: TrashRows['question_sets']): Promise<string[]> {
  const ids = sets.map(({ id }) => id);
  await transaction
    .delete(textPictures)
    .where(and(eq(textPictures.kind, 'question-set'), inArray(textPictures.textId, ids)));
  // Read from the questions: an older version of the server may have saved the sets without storing their pictures.
  return [...new Set(sets.flatMap(({ questions }) => picturesOfQuestions(questions)))];
}

/** Returns the ids of the files that hold the saved versions of lessons' texts. */
async function versionsOf(transaction: Database, lessonIds: readonly string[]): Promise<string[]> {
  if (lessonIds.length === 0) return [];
  const versions = await transaction
    .select({ id: contents.id })
    .from(contents)
    .innerJoin(lessons, isVersionOf(sql`${lessons.id}`, sql`${contents.fileName}`))
    .where(inArray(lessons.id, lessonIds));
  return versions.map((version) => version.id);
}

/**
 * Reads a thing's siblings in the trash, the newest deletion first, each with the siblings that it remembers. Those of
 * the newest deletion include the earlier ones: reading the list of each would make the deletion of many siblings
 * slower and slower.
 */
async function trashedSiblings(transaction: Database, kind: TrashKind, parentId: string | null) {
  const newestFirst = sql`over (order by ${trash.deletedAt} desc, ${trash.id} desc)`;
  const isInNewest = sql`${trash.subjectId} = any(first_value(${trash.siblings}) ${newestFirst})`;
  const isNewest = sql`row_number() ${newestFirst} = 1`;
  const own = sql<string[] | null>`case when ${isNewest} or not ${isInNewest} then ${trash.siblings} end`;
  const rows = await transaction
    .select({ subjectId: trash.subjectId, siblings: own.mapWith(trash.siblings) })
    .from(trash)
    .where(and(eq(trash.kind, kind), parentId === null ? isNull(trash.parentId) : eq(trash.parentId, parentId)))
    .orderBy(desc(trash.deletedAt), desc(trash.id));
  const newest = rows[0]?.siblings ?? [];
  return rows.map(({ subjectId, siblings }) => ({ subjectId, siblings: siblings ?? newest }));
}

/**
 * Moves a thing with everything below it into the trash. Call it in a transaction that has locked the course.
 *
 * @returns its title. @throws {Problem} 404 if it does not exist.
 */
export async function moveToTrash(transaction: Database, actor: Pick<Actor, 'id'>, subject: Subject): Promise<string> {
  const { kind, id } = subject;
  const rows = await readRows(transaction, kind, id);
  const { title, parentId } = subjectOf(kind, rows);
  const contentIds = contentIdsOf(rows);
  const lessonIds = rows.lessons.map((lesson) => lesson.id);
  const trashId = randomUUID();
  await transaction.insert(trash).values({
    id: trashId,
    kind,
    subjectId: id,
    title,
    parentId,
    parents: await parentsOf(transaction, kind, parentId),
    siblings: withTrashed(
      await siblingsOf(transaction, kind, parentId),
      await trashedSiblings(transaction, kind, parentId),
    ),
    deletedAt: now,
    deletedBy: actor.id,
    rowsVersion: ROWS_VERSION,
    rows,
    contentIds,
    textIds: [...contentIds, ...(await versionsOf(transaction, lessonIds))],
    pictures: await takePictures(transaction, rows.question_sets),
  });
  await keepTrashedLessons(transaction, sql`${trash.id} = ${trashId}`);
  if (kind === 'course') await cutHistoryOfDeleted(transaction, sql`${trash.id} = ${trashId}`);
  await transaction.delete(tableOf[kind]).where(eq(tableOf[kind].id, id));
  return title;
}
