/** What lists of courses and lessons can be asked for, of servers with the ability `searched-lists` (docs/wire.md, "Searched lists"). */
import type * as z from 'zod/mini';

import { type PageQuery, wordsSchema } from './shapes';

/** Words that a title has all of. */
export const titleQueryShape = { q: wordsSchema };

export type TitleQuery = Partial<z.output<z.ZodMiniObject<typeof titleQueryShape>>>;
export type TitlePageQuery = TitleQuery & PageQuery;
