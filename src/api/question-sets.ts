/**
 * Reading question sets and their explanations: schemas and calls. A question set never carries the correct answers.
 */
import * as z from 'zod/mini';

import { list, read } from './network/calls';
import { copyFields, defaulted, idSchema, openField, optionalField, timestampSchema } from './shapes';

export const questionTypeSchema = z.enum(['single', 'multiple', 'text', 'order']);
export type QuestionType = z.infer<typeof questionTypeSchema>;

const choiceSchema = z.object({ id: idSchema, body: z.string() });
export type Choice = z.infer<typeof choiceSchema>;

const questionSchema = z.object({
  id: idSchema,
  type: questionTypeSchema,
  /** Markdown. */
  body: z.string(),
  /** The choices: none for `text`; shuffled by the server for `order`. */
  choices: defaulted(z.array(choiceSchema), []),
  /** True if the choices are in a new order at each attempt; never for `text` and `order`. */
  shuffle: optionalField(z.boolean()),
});
export type Question = z.infer<typeof questionSchema>;

export const questionSetSchema = z.object({
  ...copyFields,
  id: idSchema,
  lessonId: openField(idSchema),
  title: z.string(),
  order: openField(z.number()),
  updatedAt: openField(timestampSchema),
  questions: defaulted(z.array(questionSchema), []),
});
export type QuestionSet = z.infer<typeof questionSetSchema>;

export const explanationSchema = z.object({
  ...copyFields,
  questionSetId: openField(idSchema),
  /** The version of the question set to which this explanation belongs. */
  updatedAt: openField(timestampSchema),
  questions: z.array(
    z.object({
      questionId: idSchema,
      correctChoiceIds: optionalField(z.array(idSchema)),
      acceptedAnswers: optionalField(z.array(z.string())),
      /** True if a text answer may differ in kana, decimal point and digit grouping (`normaliseText`). */
      lenient: optionalField(z.boolean()),
      correctOrder: optionalField(z.array(idSchema)),
      /** Markdown. */
      explanation: defaulted(z.string(), ''),
    }),
  ),
});
export type Explanation = z.infer<typeof explanationSchema> & { questionSetId: string };

/** Lists question sets of all lessons the user may read. */
export const fetchQuestionSets = list<QuestionSet>('/question-set/', questionSetSchema);

/** Fetches one question set, without its right answers. */
export const fetchQuestionSet = read('/question-set/{id}', questionSetSchema);

export const readExplanation = read('/question-set/{id}/explanation', explanationSchema);

/** Fetches the correct answers with their explanations. */
export async function fetchExplanation(questionSetId: string, signal?: AbortSignal): Promise<Explanation> {
  const explanation = await readExplanation(questionSetId, signal);
  return { ...explanation, questionSetId: explanation.questionSetId ?? questionSetId };
}
