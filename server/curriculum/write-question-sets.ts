/** Writes question sets: always whole, with the lesson's and the course's version moved. */
import { randomUUID } from 'node:crypto';

import { picturesOfQuestionSet, savePictures } from '@server/content/text-pictures';
import { type Database, laterThan, now } from '@server/db/database';
import { questionSets } from '@server/db/schema';
import { readJson } from '@server/http/body';
import type { AppContext } from '@server/http/context';
import { conflict, invalidField, notFound } from '@server/http/problem';
import { eq } from 'drizzle-orm';

import { newQuestionSetSchema, updateQuestionSetSchema } from '@/api/question-sets';

import { checkQuestions } from './check-questions';
import { findQuestionSet, type StoredQuestionSet, toQuestionSetAnswer } from './question-sets';
import { renumber } from './siblings';
import { placeOfLesson, touch } from './touch';

async function requireLesson(transaction: Database, lessonId: string) {
  const place = await placeOfLesson(transaction, lessonId);
  if (!place) throw invalidField('lessonId', '指定されたレッスンがありません。');
  return place;
}

/** Creates a question set; returns its id. */
export async function createQuestionSet(database: Database, context: AppContext): Promise<string> {
  const { lessonId, title, order, questions } = await readJson(context, newQuestionSetSchema);
  const checked = checkQuestions(questions);
  const id = randomUUID();
  await database.transaction(async (transaction) => {
    await touch(transaction, await requireLesson(transaction, lessonId));
    const saved = await transaction
      .insert(questionSets)
      .values({ id, lessonId, title, order: 0, questions: checked, updatedAt: now })
      .returning();
    await savePictures(transaction, saved.map(picturesOfQuestionSet));
    await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId), { id, order });
  });
  return id;
}

async function findStored(transaction: Database, id: string): Promise<StoredQuestionSet> {
  const stored = await findQuestionSet(transaction, 'ADMIN', id);
  if (!stored) throw notFound('問題集');
  return stored;
}

/** Replaces a question set. @throws {Problem} 409 when it started from another version than the one that is there. */
export async function updateQuestionSet(database: Database, context: AppContext, id: string): Promise<void> {
  const { lessonId, title, order, questions, updatedAt } = await readJson(context, updateQuestionSetSchema);
  const checked = checkQuestions(questions);
  await database.transaction(async (transaction) => {
    const { lessonId: oldLessonId } = await findStored(transaction, id);
    const places = [await requireLesson(transaction, oldLessonId), await requireLesson(transaction, lessonId)];
    await touch(transaction, ...places);
    const current = await findStored(transaction, id);
    if (updatedAt !== undefined && Date.parse(updatedAt) !== Date.parse(current.updatedAt)) {
      throw conflict('ほかの人がこの問題集を先に保存しました。', toQuestionSetAnswer(current));
    }
    const changes = { lessonId, title, questions: checked, updatedAt: laterThan(questionSets.updatedAt) };
    const saved = await transaction.update(questionSets).set(changes).where(eq(questionSets.id, id)).returning();
    await savePictures(transaction, saved.map(picturesOfQuestionSet));
    const isMoved = lessonId !== oldLessonId;
    if (isMoved) await renumber(transaction, questionSets, eq(questionSets.lessonId, oldLessonId));
    if (isMoved || order !== undefined) {
      await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId), { id, order });
    }
  });
}

/** Deletes a question set; submits stay. */
export async function deleteQuestionSet(database: Database, id: string): Promise<void> {
  await database.transaction(async (transaction) => {
    const { lessonId } = await findStored(transaction, id);
    await touch(transaction, await requireLesson(transaction, lessonId));
    await transaction.delete(questionSets).where(eq(questionSets.id, id));
    await renumber(transaction, questionSets, eq(questionSets.lessonId, lessonId));
  });
}
