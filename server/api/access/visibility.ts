/** What of the curriculum somebody may see: students what is published, others everything (docs/wire.md, "Rights"). Every query asks here. */
import { courses } from '@server/db/schema';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { holdersOf, mayRole, type Role } from './permissions';

/** A condition on `courses`: what everybody may see. */
export const isCoursePublished = eq(courses.status, 'published');

/** A condition on `courses`, which every query of the curriculum joins; none for whoever sees drafts. */
export function visibleTo(role: Role): SQL | undefined {
  return mayRole(role, 'draft.read') ? undefined : isCoursePublished;
}

/**
 * The same for one chapter, in a query that joins nothing: step by step, which PostgreSQL plans in half the time of a join.
 *
 * @param chapterId a chapter that is there.
 */
export function isChapterVisibleTo(role: Role, chapterId: AnyPgColumn | SQL): SQL | undefined {
  if (mayRole(role, 'draft.read')) return undefined;
  const sectionId = sql`(select section_id from chapters where chapters.id = ${chapterId})`;
  const courseId = sql`(select course_id from sections where sections.id = ${sectionId})`;
  return sql`exists (select from courses where courses.id = ${courseId} and ${isCoursePublished})`;
}

const rolesWithDrafts = sql.join(
  holdersOf('draft.read').map((role) => sql`${role}`),
  sql`, `,
);

/** Whether the person of a row of `users` sees drafts. */
export const userSeesDrafts = sql<boolean>`users.role in (${rolesWithDrafts})`;

/** The same for each row of `users`: a condition on both. */
export const isCourseVisibleToUser = sql`(${userSeesDrafts} or ${isCoursePublished})`;
