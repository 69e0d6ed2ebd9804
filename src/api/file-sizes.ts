/** How much room the files of lessons take (ability `file-sizes`). */
import * as z from 'zod/mini';

import { request } from './client';
import { contentSchema } from './contents';
import { idSchema } from './shapes';

export const fileSizesSchema = z.object({
  count: z.number(),
  /** Of all of them. */
  byteLength: z.number(),
  /** Largest first, with the lessons that show each, in their text or their questions. */
  largest: z.array(z.extend(contentSchema, { lessons: z.array(z.object({ id: idSchema, title: z.string() })) })),
});
export type FileSizes = z.infer<typeof fileSizesSchema>;

/** ADMIN only. */
export function fetchFileSizes(signal?: AbortSignal): Promise<FileSizes> {
  return request('/file-sizes/', fileSizesSchema, { signal });
}
