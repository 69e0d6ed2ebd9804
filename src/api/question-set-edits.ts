/** Writing question sets: schemas and calls. Reading them is in another file, because the first load contains it. */
import * as z from 'zod/mini';

import { readOwnSession } from '@/session/session';

import { change, create, type FieldCapabilities, remove } from './network/calls';
import { knownTo } from './network/client';
import { type QuestionSet, questionSetSchema, questionTypeSchema } from './question-sets';
import { idSchema, versionField } from './shapes';

const markdownField = z.string().check(z.maxLength(20_000));

/** A question to write: its ids are made by the client and kept by the server. */
export const newQuestionSchema = z.object({
  id: idSchema,
  type: questionTypeSchema,
  body: markdownField.check(z.minLength(1)),
  choices: z.array(z.object({ id: idSchema, body: markdownField.check(z.minLength(1)) })).check(z.maxLength(20)),
  correctChoiceIds: z.optional(z.array(idSchema)),
  acceptedAnswers: z.optional(z.array(z.string().check(z.minLength(1), z.maxLength(500))).check(z.maxLength(50))),
  correctOrder: z.optional(z.array(idSchema)),
  explanation: z.optional(markdownField),
  /** The question's shuffle setting (capability `shuffle`); if omitted, an existing question keeps its setting. */
  shuffle: z.optional(z.boolean()),
  /** The lenient setting of a text question (capability `lenient`); if omitted, it is kept like `shuffle`. */
  lenient: z.optional(z.boolean()),
});
export type NewQuestion = z.input<typeof newQuestionSchema>;

export const MAX_QUESTIONS = 100;
export const MAX_TITLE_LENGTH = 200;

export const newQuestionSetSchema = z.object({
  lessonId: idSchema,
  title: z.string().check(z.trim(), z.minLength(1), z.maxLength(MAX_TITLE_LENGTH)),
  order: z.optional(z.int().check(z.minimum(0))),
  questions: z.array(newQuestionSchema).check(z.maxLength(MAX_QUESTIONS)),
});
export type NewQuestionSet = z.input<typeof newQuestionSetSchema>;

/** The words for the fields that a call writes, on forms and in the audit log. */
export const questionSetFieldNames = {
  lessonId: 'レッスン',
  title: 'タイトル',
  order: '並び順',
  questions: '問題',
} satisfies Record<keyof NewQuestionSet, string>;

/** The payload of PUT, which replaces the whole set. */
export const updateQuestionSetSchema = z.extend(newQuestionSetSchema, versionField);
export type UpdateQuestionSet = z.input<typeof updateQuestionSetSchema>;

const capabilities: FieldCapabilities = { shuffle: 'shuffle', lenient: 'lenient' };

/** Returns a set's content as this server can store it: without the settings that it does not know. */
export async function storable<Content extends Partial<NewQuestionSet>>(content: Content): Promise<Content> {
  return knownTo(await readOwnSession(), content, (name) => capabilities[name]);
}

/** Creates a question set with all its questions. */
export const createQuestionSet = create<NewQuestionSet, QuestionSet>('/question-set/', questionSetSchema, capabilities);

/** Replaces a whole question set (PUT). @throws {ApiError} 409 when the server has a newer version. */
export const updateQuestionSet = change<UpdateQuestionSet, QuestionSet>('/question-set/{id}', questionSetSchema, {
  method: 'PUT',
  capabilities,
});

/** Deletes a question set, but not the learners' submits (docs/wire.md). */
export const deleteQuestionSet = remove('/question-set/{id}');
