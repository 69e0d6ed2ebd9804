/** How many lessons a course has: all that are in it, read or not. Progress in percent divides by this. */
import { sql } from 'drizzle-orm';

/** The number of lessons of the row of `courses` in the query around it. */
export const lessonCount = sql<number>`(
  select count(*)::int from lessons l
  join chapters ch on ch.id = l.chapter_id
  join sections s on s.id = ch.section_id
  where s.course_id = courses.id)`;
