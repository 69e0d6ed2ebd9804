/** Storage used by the files of lessons (capability `file-sizes`). */
import * as z from 'zod/mini';

import { read } from '@/api/network/calls';
import { defaulted, idSchema } from '@/api/shapes';

import { contentSchema } from './contents';

const namedSchema = z.object({ id: idSchema, title: z.string() });

export const fileSizesSchema = z.object({
  count: z.number(),
  /** Total size of all files, bytes. */
  byteLength: z.number(),
  /**
   * The largest files first, each with the lessons whose text or questions show it, and the courses whose cover it is.
   */
  largest: z.array(
    z.extend(contentSchema, { lessons: z.array(namedSchema), courses: defaulted(z.array(namedSchema), []) }),
  ),
});
export type FileSizes = z.infer<typeof fileSizesSchema>;

/** Fetches the sizes of the lessons' files; ADMIN only. */
export const fetchFileSizes = read('/file-sizes/', fileSizesSchema);
