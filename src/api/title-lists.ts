/**
 * Search and filter parameters of the lists of courses, lessons and files, for servers with the capability
 * `searched-lists` (docs/wire.md, "Searched lists").
 */
import * as z from 'zod/mini';

import { namesSchema } from './named';
import { idSchema, isId, type PageQuery, wordsSchema } from './shapes';

/** Words that must all occur in the title. */
export const titleQueryShape = { q: wordsSchema };

export const courseQueryShape = {
  ...titleQueryShape,
  /** Requests `figures` with the courses, for servers with the capability `course-figures`. */
  figures: z.literal('1'),
};

export type CourseQuery = Partial<z.output<z.ZodMiniObject<typeof courseQueryShape>>>;
export type CoursePageQuery = CourseQuery & PageQuery;

export const lessonQueryShape = {
  ...titleQueryShape,
  courseId: idSchema,
  /** The id of the markdown file that the lesson uses. */
  contentId: idSchema,
  ids: namesSchema(isId),
};

export type LessonQuery = Partial<z.output<z.ZodMiniObject<typeof lessonQueryShape>>>;
export type LessonPageQuery = LessonQuery & PageQuery;

export const contentQueryShape = {
  /** Words that must all occur in the file's name. */
  q: wordsSchema,
  ids: namesSchema(isId),
  /** `true` adds where each file is used; for those who may read drafts. */
  uses: z.enum(['true', 'false']),
};

export type ContentQuery = Partial<z.output<z.ZodMiniObject<typeof contentQueryShape>>>;
export type ContentPageQuery = ContentQuery & PageQuery;
