/** What a server with the abilities `read-at` and `submit-history` says of studying, beside progress (docs/wire.md, "Abilities"). */
import * as z from 'zod/mini';

import { courseProgressSchema, lessonReadSchema, questionSetProgressSchema } from './progress';
import { defaulted, optionalField, timestampSchema } from './shapes';

/** A reading with both times: `readAt` is when it was studied, `receivedAt` when the server heard of it. */
export const datedReadSchema = z.extend(lessonReadSchema, { receivedAt: optionalField(timestampSchema) });
export type DatedRead = z.infer<typeof datedReadSchema>;

/** One submit; `answeredAt` is when it was studied, never after `receivedAt`. */
const pastSubmitSchema = z.object({
  answeredAt: timestampSchema,
  receivedAt: timestampSchema,
  score: z.number(),
  maxScore: z.number(),
  /** The version of the question set that the learner saw. */
  questionSetUpdatedAt: timestampSchema,
});

/** The progress in one course with all that is known of when. */
export const courseHistorySchema = z.extend(courseProgressSchema, {
  readLessons: defaulted(z.array(datedReadSchema), []),
  questionSets: defaulted(
    z.array(z.extend(questionSetProgressSchema, { submits: optionalField(z.array(pastSubmitSchema)) })),
    [],
  ),
});
