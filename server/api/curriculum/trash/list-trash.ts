/** Lists the deleted things that can be restored. */
import { expiresAt, isKept } from '@server/api/shared/kept-in-trash';
import type { Database, Slice } from '@server/db/database';
import { trash, users } from '@server/db/schema';
import { desc, eq, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { CourseStatus } from '@/api/courses';
import type { trashItemSchema } from '@/api/trash';

const isParentDeleted = sql<boolean>`(case ${trash.kind}
  when 'course' then false
  when 'section' then not exists (select from courses where courses.id = ${trash.parentId})
  when 'chapter' then not exists (select from sections where sections.id = ${trash.parentId})
  when 'lesson' then not exists (select from chapters where chapters.id = ${trash.parentId})
  else not exists (select from lessons where lessons.id = ${trash.parentId}) end)`;

const status = sql<CourseStatus | null>`(case ${trash.kind}
  when 'course' then ${trash.rows} -> 'courses' -> 0 ->> 'status'
  else (select courses.status from courses where courses.id = ${trash.parents} -> 0 ->> 'id') end)`;

const countOf = (table: string) => sql<number>`jsonb_array_length(${trash.rows} -> ${sql.raw(`'${table}'`)})`;

/** Returns one page of the trash, newest first. */
export async function listTrash(database: Database, { limit, offset }: Slice) {
  const total = await database.$count(trash, isKept);
  const { id, kind, subjectId, title, parents, deletedAt } = trash;
  const items: z.input<typeof trashItemSchema>[] = await database
    .select({
      id,
      kind,
      subjectId,
      title,
      parents,
      isParentDeleted,
      status,
      deletedAt,
      expiresAt,
      lessonCount: countOf('lessons'),
      questionSetCount: countOf('question_sets'),
      deletedByName: users.name,
    })
    .from(trash)
    .leftJoin(users, eq(users.id, trash.deletedBy))
    .where(isKept)
    .orderBy(desc(deletedAt), desc(id))
    .limit(limit)
    .offset(offset);
  return { items, total };
}
