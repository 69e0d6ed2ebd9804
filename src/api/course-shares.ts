/** How far people are in each course, in lists of users: of servers with the ability `course-progress` (docs/wire.md). */
import * as z from 'zod/mini';

import { request } from './client';
import { defaulted, idSchema, type Page, type PageQuery, pageSchema } from './shapes';

export const courseShareSchema = z.object({ courseId: idSchema, read: z.number(), total: z.number() });
/** Of how many lessons of a course how many were read. */
export type CourseShare = z.infer<typeof courseShareSchema>;

const personSharesSchema = z.object({ id: idSchema, courses: defaulted(z.array(courseShareSchema), []) });
export type PersonShares = z.infer<typeof personSharesSchema>;

/** Lists users with nothing but their courses. */
export function fetchCourseShares(page?: PageQuery, signal?: AbortSignal): Promise<Page<PersonShares>> {
  return request('/users/', pageSchema(personSharesSchema), { query: page, signal });
}
