/** Regrading received submits after a set's answer key was corrected (再採点, capability `rescore`): schemas and call. */
import * as z from 'zod/mini';

import { change } from './network/calls';
import { idSchema, optionalField } from './shapes';

export const rescoreRequestSchema = z.object({
  /** True to compute the changes without writing them. */
  dryRun: z.optional(z.boolean()),
  /** The `next` of the previous batch's response, from which the regrading continues. */
  after: z.optional(idSchema),
});
export type RescoreRequest = z.input<typeof rescoreRequestSchema>;

/** The server's response about one batch of rescored submits. */
export const rescoreSchema = z.object({
  /** The number of submits that were still to be rescored before this batch, including the batch. */
  submitCount: z.number(),
  checkedCount: z.number(),
  /** The numbers of submits in this batch whose results changed with the present answer key, by old and new score. */
  changes: z.array(z.object({ before: z.number(), after: z.number(), maxScore: z.number(), count: z.number() })),
  /** The value of `after` for the next call; missing if no submits are left. */
  next: optionalField(idSchema),
});
export type Rescore = z.infer<typeof rescoreSchema>;

/** Rescores one batch of a question set's submits by its present answer key. */
export const rescoreBatch = change<RescoreRequest, Rescore>('/question-set/{id}/rescore', rescoreSchema, {
  method: 'POST',
});
