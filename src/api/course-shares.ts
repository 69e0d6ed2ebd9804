/** Progress per course in lists of users, from servers with the capability `course-progress` (docs/wire.md, "Abilities"). */
import * as z from 'zod/mini';

import { request } from './client';
import { defaulted, idSchema, type Page, type PageQuery, pageSchema } from './shapes';

export const courseShareSchema = z.object({ courseId: idSchema, read: z.number(), total: z.number() });
/** The number of lessons of a course, and how many of them a user has read. */
export type CourseShare = z.infer<typeof courseShareSchema>;

const personSharesSchema = z.object({ id: idSchema, courses: defaulted(z.array(courseShareSchema), []) });
export type PersonShares = z.infer<typeof personSharesSchema>;

/** Lists users, reading only their ids and their progress per course. */
export function fetchCourseShares(page?: PageQuery, signal?: AbortSignal): Promise<Page<PersonShares>> {
  return request('/users/', pageSchema(personSharesSchema), { query: page, signal });
}
