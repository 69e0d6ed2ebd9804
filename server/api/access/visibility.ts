/**
 * SQL conditions for visibility: students see published courses, other roles all (docs/wire.md, "Rights"). Every query
 * uses these.
 */
import { courses } from '@server/db/schema';
import { eq, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

import { holdersOf, mayRole, type Role } from './permissions';

/** An SQL condition on `courses`: the course is published, so every role sees it. */
export const isCoursePublished = eq(courses.status, 'published');

/**
 * Returns the SQL condition on `courses` that the role may see the course; undefined for roles that see drafts. Every
 * query that joins courses uses it.
 */
export function visibleTo(role: Role): SQL | undefined {
  return mayRole(role, 'draft.read') ? undefined : isCoursePublished;
}

/**
 * Returns the SQL condition that the role may see a chapter, for a query without joins.
 *
 * @param chapterId of an existing chapter.
 */
export function isChapterVisibleTo(role: Role, chapterId: AnyPgColumn | SQL): SQL | undefined {
  return mayRole(role, 'draft.read') ? undefined : isChapterPublished(chapterId);
}

/**
 * Returns the SQL condition that a chapter's course is published. It uses nested subqueries, which PostgreSQL plans in
 * half the time of a join.
 */
export function isChapterPublished(chapterId: AnyPgColumn | SQL): SQL {
  const sectionId = sql`(select section_id from chapters where chapters.id = ${chapterId})`;
  const courseId = sql`(select course_id from sections where sections.id = ${sectionId})`;
  return sql`exists (select from courses where courses.id = ${courseId} and ${isCoursePublished})`;
}

const rolesWithDrafts = sql.join(
  holdersOf('draft.read').map((role) => sql`${role}`),
  sql`, `,
);

/** An SQL condition on `users`: the user's role sees drafts. */
export const userSeesDrafts = sql<boolean>`users.role in (${rolesWithDrafts})`;
