/** Reads courses in the shapes of the API. */
import type { Role } from '@server/api/access/permissions';
import { visibleTo } from '@server/api/access/visibility';
import { lessonCount } from '@server/api/shared/lesson-count';
import type { Database, Slice } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { courses, sections } from '@server/db/schema';
import { containsWords } from '@server/db/search-columns';
import { and, asc, count, eq, getTableColumns, sql } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { courseDetailSchema, courseSchema } from '@/api/courses';
import type { CourseQuery } from '@/api/title-lists';

import { readChapters } from './outline';

export type CourseAnswer = z.input<typeof courseSchema>;
type CourseDetailAnswer = z.input<typeof courseDetailSchema>;

const { searchText: _, publishedAt: __, drafts: ___, checkedVersion: ____, ...ownFields } = getTableColumns(courses);

const courseFields = {
  ...ownFields,
  sectionCount: sql<number>`(select count(*)::int from sections s where s.course_id = courses.id)`,
  lessonCount,
};

/** Returns one page of courses, in their order. @param q words that titles must contain. */
export async function listCourses(database: Database, role: Role, { q = '' }: CourseQuery, { limit, offset }: Slice) {
  const isWanted = and(visibleTo(role), containsWords(courses.searchText, q));
  const [counted] = await database.select({ total: count() }).from(courses).where(isWanted);
  const items: CourseAnswer[] = await database
    .select(courseFields)
    .from(courses)
    .where(isWanted)
    .orderBy(asc(courses.order), asc(courses.id))
    .limit(limit)
    .offset(offset);
  return { items, total: counted?.total ?? 0 };
}

const courseStatement = preparedStatement((database, role: Role) =>
  database
    .select(courseFields)
    .from(courses)
    .where(and(eq(courses.id, sql.placeholder('courseId')), visibleTo(role)))
    .prepare(`course-${role}`),
);

/** Finds a course, without its outline; undefined if it does not exist or the role may not see it. */
export async function findCourse(database: Database, role: Role, courseId: string): Promise<CourseAnswer | undefined> {
  const [course] = await courseStatement(database, role).execute({ courseId });
  return course;
}

const sectionsStatement = preparedStatement((database) =>
  database
    .select({ id: sections.id, title: sections.title, order: sections.order, updatedAt: sections.updatedAt })
    .from(sections)
    .where(eq(sections.courseId, sql.placeholder('courseId')))
    .orderBy(asc(sections.order), asc(sections.id))
    .prepare('course-sections'),
);

/** Adds a course's outline: sections, chapters and lessons in reading order. */
export async function withOutline(database: Database, course: CourseAnswer): Promise<CourseDetailAnswer> {
  const courseId = String(course.id);
  const rows = await sectionsStatement(database).execute({ courseId });
  const chaptersOf = await readChapters(database, 'course', courseId);
  return { ...course, sections: rows.map((section) => ({ ...section, chapters: chaptersOf.get(section.id) ?? [] })) };
}
