/** Question sets and their explanations as the API speaks of them; reading never carries the answers. */
import * as z from 'zod/mini';

import { request, requestNothing } from './client';
import { requireId, requireValue } from './require';
import {
  copyFields,
  defaulted,
  idSchema,
  optionalField,
  type Page,
  type PageQuery,
  pageSchema,
  timestampSchema,
} from './shapes';

export const questionTypeSchema = z.enum(['single', 'multiple', 'text', 'order']);
export type QuestionType = z.infer<typeof questionTypeSchema>;

const choiceSchema = z.object({ id: idSchema, body: z.string() });
export type Choice = z.infer<typeof choiceSchema>;

const questionSchema = z.object({
  id: idSchema,
  type: questionTypeSchema,
  /** Markdown. */
  body: z.string(),
  /** Empty for `text`; shuffled by the server for `order`. */
  choices: defaulted(z.array(choiceSchema), []),
});
export type Question = z.infer<typeof questionSchema>;

export const questionSetSchema = z.object({
  ...copyFields,
  id: idSchema,
  lessonId: idSchema,
  title: z.string(),
  order: defaulted(z.number(), 0),
  updatedAt: timestampSchema,
  questions: defaulted(z.array(questionSchema), []),
});
export type QuestionSet = z.infer<typeof questionSetSchema>;

export const explanationSchema = z.object({
  ...copyFields,
  questionSetId: idSchema,
  /** The version of the question set that this explains. */
  updatedAt: timestampSchema,
  questions: z.array(
    z.object({
      questionId: idSchema,
      correctChoiceIds: optionalField(z.array(idSchema)),
      acceptedAnswers: optionalField(z.array(z.string())),
      correctOrder: optionalField(z.array(idSchema)),
      /** Markdown. */
      explanation: defaulted(z.string(), ''),
    }),
  ),
});
export type Explanation = z.infer<typeof explanationSchema>;

const markdownField = z.string().check(z.maxLength(20_000));

/** A question as it is written: ids are made by the client and kept by the server. */
export const newQuestionSchema = z.object({
  id: idSchema,
  type: questionTypeSchema,
  body: markdownField.check(z.minLength(1)),
  choices: z.array(z.object({ id: idSchema, body: markdownField.check(z.minLength(1)) })).check(z.maxLength(20)),
  correctChoiceIds: z.optional(z.array(idSchema)),
  acceptedAnswers: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(50))),
  correctOrder: z.optional(z.array(idSchema)),
  explanation: z.optional(markdownField),
});
export type NewQuestion = z.input<typeof newQuestionSchema>;

export const newQuestionSetSchema = z.object({
  lessonId: idSchema,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  order: z.optional(z.int().check(z.minimum(0))),
  questions: z.array(newQuestionSchema).check(z.maxLength(100)),
});
export type NewQuestionSet = z.input<typeof newQuestionSetSchema>;

/** PUT replaces the whole set; `updatedAt` is the version it started from, 409 when there is a newer one. */
export const updateQuestionSetSchema = z.extend(newQuestionSetSchema, { updatedAt: z.optional(timestampSchema) });
export type UpdateQuestionSet = z.input<typeof updateQuestionSetSchema>;

/** Lists question sets of all lessons the user may read. */
export function fetchQuestionSets(page?: PageQuery, signal?: AbortSignal): Promise<Page<QuestionSet>> {
  return request('/question-set/', pageSchema(questionSetSchema), { query: page, signal });
}

/** Fetches one question set, without its answers. */
export function fetchQuestionSet(questionSetId: string, signal?: AbortSignal): Promise<QuestionSet> {
  return request(`/question-set/${requireId(questionSetId, 'questionSetId')}`, questionSetSchema, { signal });
}

/** Fetches the right answers and why they are right. */
export function fetchExplanation(questionSetId: string, signal?: AbortSignal): Promise<Explanation> {
  const path = `/question-set/${requireId(questionSetId, 'questionSetId')}/explanation`;
  return request(path, explanationSchema, { signal });
}

/** Creates a question set with all its questions. */
export function createQuestionSet(newQuestionSet: NewQuestionSet): Promise<QuestionSet> {
  const json = requireValue(newQuestionSet, 'newQuestionSet');
  return request('/question-set/', questionSetSchema, { method: 'POST', json });
}

/** Replaces a question set whole (PUT). @throws {ApiError} 409 when somebody saved a newer version. */
export function updateQuestionSet(questionSetId: string, updateQuestionSet: UpdateQuestionSet): Promise<QuestionSet> {
  const json = requireValue(updateQuestionSet, 'updateQuestionSet');
  const path = `/question-set/${requireId(questionSetId, 'questionSetId')}`;
  return request(path, questionSetSchema, { method: 'PUT', json });
}

/** Deletes a question set; submits stay (docs/wire.md). */
export function deleteQuestionSet(questionSetId: string): Promise<void> {
  return requestNothing(`/question-set/${requireId(questionSetId, 'questionSetId')}`, { method: 'DELETE' });
}
