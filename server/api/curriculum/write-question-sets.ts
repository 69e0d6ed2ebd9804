/** Creates, replaces and deletes question sets, and updates the versions of lesson and course. */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { describeEdit, describeQuestions } from '@server/api/audit/describe-edit';
import { recordPart } from '@server/api/audit/record-parts';
import { picturesOfQuestionSet, savePictures } from '@server/api/pictures/text-pictures';
import { requireVersion } from '@server/api/shared/optimistic-lock';
import { found, invalidField, Problem } from '@server/api/shared/problem';
import { type Database, laterThan, now } from '@server/db/database';
import { questionSets } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import type * as z from 'zod/mini';

import { canShuffle, findQuestionFaults } from '@/api/question-rules';
import {
  questionSetFieldNames,
  type NewQuestion,
  type newQuestionSchema,
  type newQuestionSetSchema,
  type updateQuestionSetSchema,
} from '@/api/question-set-edits';

import { rememberGradedKeys } from './graded-keys';
import { findQuestionSet, type StoredQuestionSet, toQuestionSetAnswer } from './question-sets';
import { renumber } from './siblings';
import { placeOfLesson, touch, writeCurriculum } from './touch';
import { moveToTrash } from './trash/move-to-trash';

type ParsedQuestion = z.output<typeof newQuestionSchema>;

/** Keeps only the fields of the question's type. @param before the stored question with this id. */
function toStored(
  { id, type, body, choices, explanation = '', ...answer }: ParsedQuestion,
  before: NewQuestion | undefined,
): NewQuestion {
  const {
    correctChoiceIds,
    acceptedAnswers,
    correctOrder,
    shuffle = before?.shuffle,
    lenient = before?.lenient,
  } = answer;
  const isShuffled = shuffle === true && canShuffle(type);
  const question = { id, type, body, choices, explanation, ...(isShuffled && { shuffle }) };
  if (type === 'text') return { ...question, acceptedAnswers, ...(lenient === true && { lenient }) };
  if (type === 'order') return { ...question, correctOrder };
  return { ...question, correctChoiceIds };
}

/** Validates the questions of a set. @throws {Problem} 422 with the fields' paths. */
export function checkQuestions(questions: readonly ParsedQuestion[]): void {
  const errors = findQuestionFaults(questions);
  if (errors.length > 0) throw new Problem(422, '問題の内容を確かめてください。', { errors });
}

/**
 * Returns valid questions as they are stored. A question without `shuffle` or `lenient` keeps the stored value, because
 * editors and clients that do not know these fields omit them.
 *
 * @param before the questions that they replace.
 */
function toStoredQuestions(questions: readonly ParsedQuestion[], before: readonly NewQuestion[] = []): NewQuestion[] {
  const beforeOf = new Map(before.map((question) => [String(question.id), question]));
  return questions.map((question) => toStored(question, beforeOf.get(question.id)));
}

type NewQuestionSet = z.output<typeof newQuestionSetSchema>;
type ChangedQuestionSet = z.output<typeof updateQuestionSetSchema>;

async function requireLesson(transaction: Database, lessonId: string) {
  const place = await placeOfLesson(transaction, lessonId);
  if (!place) throw invalidField('lessonId', '指定されたレッスンがありません。');
  return place;
}

/** Creates a question set. @returns its id. @throws {Problem} 422. */
export async function createQuestionSet(
  database: Database,
  actor: Actor,
  newQuestionSet: NewQuestionSet,
): Promise<string> {
  const { lessonId, title, order, questions } = newQuestionSet;
  checkQuestions(questions);
  const stored = toStoredQuestions(questions);
  const id = randomUUID();
  await writeCurriculum(database, async (transaction) => {
    const place = await requireLesson(transaction, lessonId);
    await touch(transaction, place);
    const saved = await transaction
      .insert(questionSets)
      .values({ id, lessonId, title, order: 0, questions: stored, updatedAt: now })
      .returning();
    await savePictures(transaction, saved.map(picturesOfQuestionSet));
    await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId), { id, order });
    await recordPart(transaction, actor, 'create', { part: 'question-set', id, title, courseId: place.courseId });
  });
  return id;
}

async function findStored(transaction: Database, id: string): Promise<StoredQuestionSet> {
  return found(await findQuestionSet(transaction, 'ADMIN', id), '問題集');
}

/** Replaces a question set. @throws {Problem} 404, 409 or 422. */
export async function updateQuestionSet(
  database: Database,
  actor: Actor,
  id: string,
  changed: ChangedQuestionSet,
): Promise<void> {
  const { lessonId, title, order, questions, updatedAt } = changed;
  checkQuestions(questions);
  await writeCurriculum(database, async (transaction) => {
    const before = await findStored(transaction, id);
    const { lessonId: oldLessonId } = before;
    const place = await requireLesson(transaction, lessonId);
    await touch(transaction, await requireLesson(transaction, oldLessonId), place);
    requireVersion('問題集', toQuestionSetAnswer(before), updatedAt);
    const stored = toStoredQuestions(questions, before.questions);
    const changes = { lessonId, title, questions: stored, updatedAt: laterThan(questionSets.updatedAt) };
    await rememberGradedKeys(transaction, before);
    const saved = await transaction.update(questionSets).set(changes).where(eq(questionSets.id, id)).returning();
    await savePictures(transaction, saved.map(picturesOfQuestionSet));
    const isMoved = lessonId !== oldLessonId;
    if (isMoved) await renumber(transaction, questionSets, eq(questionSets.lessonId, oldLessonId));
    if (isMoved || order !== undefined) {
      await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId), { id, order });
    }
    const words = [
      describeEdit(questionSetFieldNames, before, { title, lessonId, order }),
      describeQuestions(before.questions, stored),
    ];
    const details = words.filter((word) => word !== undefined).join('、') || undefined;
    const part = { part: 'question-set', id, title, courseId: place.courseId } as const;
    await recordPart(transaction, actor, 'change', { ...part, details });
  });
}

/** Deletes a question set, but not the learners' submits. @throws {Problem} 404. */
export async function deleteQuestionSet(database: Database, actor: Actor, id: string): Promise<void> {
  await writeCurriculum(database, async (transaction) => {
    const { lessonId, title } = await findStored(transaction, id);
    const place = await requireLesson(transaction, lessonId);
    await touch(transaction, place);
    await moveToTrash(transaction, actor, { kind: 'question-set', id });
    await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId));
    await recordPart(transaction, actor, 'delete', { part: 'question-set', id, title, courseId: place.courseId });
  });
}
