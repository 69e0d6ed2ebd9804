/**
 * Progress per course in lists of users, from servers with the capability `course-progress` (docs/wire.md,
 * "Abilities").
 */
import * as z from 'zod/mini';

import { list } from './network/calls';
import { defaulted, idSchema, openField, optionalField, timestampSchema } from './shapes';

export const courseShareSchema = z.object({
  courseId: idSchema,
  read: openField(z.number()),
  total: openField(z.number()),
  completedAt: optionalField(timestampSchema),
});
/**
 * The number of lessons of a course, how many of them a user has read, and the day on which they completed the course.
 */
export type CourseShare = z.infer<typeof courseShareSchema>;

const personSharesSchema = z.object({ id: idSchema, courses: defaulted(z.array(courseShareSchema), []) });
export type PersonShares = z.infer<typeof personSharesSchema>;

/** Lists users, reading only their ids and their progress per course. */
export const fetchCourseShares = list<PersonShares>('/users/', personSharesSchema);
