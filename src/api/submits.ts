/** Schemas of POST /submit/ (specification §7, shape in docs/wire.md). */
import * as z from 'zod/mini';

import { defaulted, idSchema, openField, optionalField, timestampSchema } from './shapes';

/** Maximum length of a text answer, characters. */
export const MAX_ANSWER_LENGTH = 2000;

export const answerSchema = z.object({
  questionId: idSchema,
  /** The chosen choices; for `order` in the chosen order. */
  choiceIds: z.optional(z.array(idSchema).check(z.maxLength(50))),
  text: z.optional(z.string().check(z.maxLength(MAX_ANSWER_LENGTH))),
});
export type Answer = z.infer<typeof answerSchema>;

export const newSubmitSchema = z.object({
  /**
   * The id of a submit, created once when the learner presses 提出 (submit): the idempotency key by which the server
   * recognises a retry.
   */
  clientSubmitId: z.uuid(),
  questionSetId: idSchema,
  /** The version of the question set that the learner answered. */
  questionSetUpdatedAt: timestampSchema,
  answers: z.array(answerSchema).check(z.maxLength(200)),
  answeredAt: timestampSchema,
});
export type NewSubmit = z.infer<typeof newSubmitSchema>;

/** A submit as the app queues and sends it: without the version of a question set whose server sends no versions. */
export const sentSubmitSchema = z.extend(newSubmitSchema, { questionSetUpdatedAt: z.optional(timestampSchema) });
export type SentSubmit = z.infer<typeof sentSubmitSchema>;

/** The time of the last regrading (再採点), on servers with the capability `rescore`. */
export const rescoredFields = {
  rescoredAt: optionalField(timestampSchema),
  /** The score before the last regrading (再採点). */
  scoreBefore: optionalField(z.number()),
};

/** The server's answer to a submit: a server may send no more than `id` and `score` (docs/connect-your-api.md). */
export const submitSchema = z.object({
  id: idSchema,
  clientSubmitId: openField(z.string()),
  questionSetId: openField(idSchema),
  score: z.number(),
  /** The number of questions. */
  maxScore: openField(z.number()),
  results: defaulted(z.array(z.object({ questionId: idSchema, correct: z.boolean() })), []),
  answeredAt: openField(timestampSchema),
  receivedAt: openField(timestampSchema),
  ...rescoredFields,
});
export type Submit = z.infer<typeof submitSchema>;
