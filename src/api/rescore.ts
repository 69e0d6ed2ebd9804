/** Grading received submits again after a set's key was corrected (再採点, capability `rescore`): schemas and call. */
import * as z from 'zod/mini';

import { request } from './client';
import { requireId } from './require';
import { idSchema, optionalField } from './shapes';

export const rescoreRequestSchema = z.object({
  /** True to compute the changes without writing them. */
  dryRun: z.optional(z.boolean()),
  /** `next` of the previous answer: the run continues from there. */
  after: z.optional(idSchema),
});
export type RescoreRequest = z.input<typeof rescoreRequestSchema>;

/** The answer about one batch of submits. */
export const rescoreSchema = z.object({
  /** The number of submits that were left to check, including those of this batch. */
  submitCount: z.number(),
  checkedCount: z.number(),
  /** The submits of this batch whose results differ by the present key, by old and new score. */
  changes: z.array(z.object({ before: z.number(), after: z.number(), maxScore: z.number(), count: z.number() })),
  /** Set if there are more submits: the `after` of the next call. */
  next: optionalField(idSchema),
});
export type Rescore = z.infer<typeof rescoreSchema>;

/** Grades one batch of a set's submits by its present key. */
export function rescoreBatch(questionSetId: string, json: RescoreRequest, signal?: AbortSignal): Promise<Rescore> {
  const path = `/question-set/${requireId(questionSetId, 'questionSetId')}/rescore`;
  return request(path, rescoreSchema, { method: 'POST', json, signal });
}
