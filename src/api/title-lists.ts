/** Search and filter parameters of course and lesson lists, for servers with the capability `searched-lists` (docs/wire.md, "Searched lists"). */
import * as z from 'zod/mini';

import { namesSchema } from './named';
import { idSchema, isId, type PageQuery, wordsSchema } from './shapes';

/** Words that must all occur in the title. */
export const titleQueryShape = { q: wordsSchema };

export const courseQueryShape = {
  ...titleQueryShape,
  /** Adds `figures` to the courses, for servers with the capability `course-figures`. */
  figures: z.literal('1'),
};

export type CourseQuery = Partial<z.output<z.ZodMiniObject<typeof courseQueryShape>>>;
export type CoursePageQuery = CourseQuery & PageQuery;

export const lessonQueryShape = {
  ...titleQueryShape,
  courseId: idSchema,
  /** The markdown file that the lesson uses. */
  contentId: idSchema,
  ids: namesSchema(isId),
};

export type LessonQuery = Partial<z.output<z.ZodMiniObject<typeof lessonQueryShape>>>;
export type LessonPageQuery = LessonQuery & PageQuery;
