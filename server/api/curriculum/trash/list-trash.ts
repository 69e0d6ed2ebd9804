/** Lists the deleted things that can be restored. */
import { type Actor, seesPerson } from '@server/api/access/permissions';
import { expiresAt, isKept } from '@server/api/shared/kept-in-trash';
import type { Database, Slice } from '@server/db/database';
import { chapters, courses, lessons, sections, trash, users } from '@server/db/schema';
import { desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { CourseStatus } from '@/api/courses';
import type { trashItemSchema } from '@/api/trash';

const countOf = (table: string) => sql<number>`jsonb_array_length(${trash.rows} -> ${sql.raw(`'${table}'`)})`;

/**
 * SQL for the id of a thing to which the deleted thing returns: its parent, or a parent of that, where these are now.
 */
const returnsTo = {
  lesson: sql`case ${trash.kind} when 'question-set' then ${trash.parentId} end`,
  chapter: sql`case ${trash.kind} when 'lesson' then ${trash.parentId} else ${lessons.chapterId} end`,
  section: sql`case ${trash.kind} when 'chapter' then ${trash.parentId} else ${chapters.sectionId} end`,
  course: sql`case ${trash.kind} when 'section' then ${trash.parentId} else ${sections.courseId} end`,
};

const { id, kind, subjectId, title, parents, deletedAt } = trash;
const fields = {
  id,
  kind,
  subjectId,
  title,
  deletedAt,
  expiresAt,
  isParentDeleted: sql<boolean>`(${kind} <> 'course' and ${courses.id} is null)`,
  // Where the parent is now: it may have been moved or renamed since the deletion. If it is deleted too, where it was.
  parents: sql<typeof trash.$inferSelect.parents>`(case when ${courses.id} is null then ${parents} else (
    select jsonb_agg(jsonb_build_object('kind', place.kind, 'id', place.id, 'title', place.title) order by place.depth)
    from (values (1, 'course', ${courses.id}, ${courses.title}), (2, 'section', ${sections.id}, ${sections.title}),
      (3, 'chapter', ${chapters.id}, ${chapters.title}), (4, 'lesson', ${lessons.id}, ${lessons.title})) place(depth, kind, id, title)
    where place.id is not null) end)`,
  status: sql<CourseStatus | null>`(case ${kind}
    when 'course' then ${trash.rows} -> 'courses' -> 0 ->> 'status' else ${courses.status} end)`,
  lessonCount: countOf('lessons'),
  questionSetCount: countOf('question_sets'),
  deletedBy: { id: users.id, name: users.name, companyId: users.companyId },
};

/**
 * Returns one page of the trash, newest first. `deletedByName` is null if that person's account was deleted, and left
 * out if the actor may not see that person.
 */
export async function listTrash(database: Database, actor: Actor, { limit, offset }: Slice) {
  const total = await database.$count(trash, isKept);
  const rows = await database
    .select(fields)
    .from(trash)
    .leftJoin(users, eq(users.id, trash.deletedBy))
    .leftJoin(lessons, eq(lessons.id, returnsTo.lesson))
    .leftJoin(chapters, eq(chapters.id, returnsTo.chapter))
    .leftJoin(sections, eq(sections.id, returnsTo.section))
    .leftJoin(courses, eq(courses.id, returnsTo.course))
    .where(isKept)
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ deletedBy, ...item }): z.input<typeof trashItemSchema> => {
    if (!deletedBy) return { ...item, deletedByName: null };
    return seesPerson(actor, deletedBy) ? { ...item, deletedByName: deletedBy.name } : item;
  });
  return { items, total };
}
