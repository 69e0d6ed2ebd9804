/** What lists of courses and lessons can be asked for, of servers with the ability `searched-lists` (docs/wire.md, "Searched lists"). */
import type * as z from 'zod/mini';

import { namesSchema } from './named';
import { idSchema, isId, type PageQuery, wordsSchema } from './shapes';

/** Words that a title has all of. */
export const titleQueryShape = { q: wordsSchema };

export type TitleQuery = Partial<z.output<z.ZodMiniObject<typeof titleQueryShape>>>;
export type TitlePageQuery = TitleQuery & PageQuery;

export const lessonQueryShape = {
  ...titleQueryShape,
  courseId: idSchema,
  /** Those whose text it is. */
  contentId: idSchema,
  ids: namesSchema(isId),
};

export type LessonQuery = Partial<z.output<z.ZodMiniObject<typeof lessonQueryShape>>>;
export type LessonPageQuery = LessonQuery & PageQuery;
