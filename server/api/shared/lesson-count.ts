/** Counts all lessons of a course, read or not. Progress in percent divides by this number. */
import { sql } from 'drizzle-orm';

/** SQL for the number of lessons of the row of `courses` in the surrounding query. */
export const lessonCount = sql<number>`(
  select count(*)::int from lessons l
  join chapters ch on ch.id = l.chapter_id
  join sections s on s.id = ch.section_id
  where s.course_id = courses.id)`;
