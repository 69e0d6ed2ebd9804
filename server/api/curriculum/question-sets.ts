/** Reads question sets in the shapes of the API: questions without right answers; right answers with explanations. */
import { createHash } from 'node:crypto';

import type { Role } from '@server/api/access/permissions';
import { visibleTo } from '@server/api/access/visibility';
import type { Database, Slice } from '@server/db/database';
import { chapters, courses, lessons, questionSets, sections } from '@server/db/schema';
import { and, asc, count, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { NewQuestion } from '@/api/question-set-edits';
import type { Choice, explanationSchema, questionSetSchema } from '@/api/question-sets';

export type StoredQuestionSet = typeof questionSets.$inferSelect;
type QuestionSetAnswer = z.input<typeof questionSetSchema>;
type ExplanationAnswer = z.input<typeof explanationSchema>;

/**
 * Shuffles the choices of an ordering question: the same way for one version of the set, and never in the right order.
 */
function shuffleChoices(question: NewQuestion, version: string): Choice[] {
  const rankOf = (id: string | number) => createHash('sha256').update(`${version}/${question.id}/${id}`).digest('hex');
  const choices = question.choices.map(({ id, body }) => ({ id: String(id), body }));
  const shuffled = choices.toSorted((a, b) => (rankOf(a.id) < rankOf(b.id) ? -1 : 1));
  const isRight = shuffled.every((choice, index) => choice.id === String(question.correctOrder?.[index]));
  return isRight ? [...shuffled.slice(1), ...shuffled.slice(0, 1)] : shuffled;
}

/** Returns a question set without its right answers. */
export function toQuestionSetAnswer(stored: StoredQuestionSet): QuestionSetAnswer {
  const questions = stored.questions.map((question) => ({
    id: question.id,
    type: question.type,
    body: question.body,
    choices: question.type === 'order' ? shuffleChoices(question, stored.updatedAt) : question.choices,
    ...(question.shuffle && { shuffle: true }),
  }));
  return { ...stored, questions };
}

/** Returns the right answers and explanations of a question set. */
export function toExplanationAnswer(stored: StoredQuestionSet): ExplanationAnswer {
  const questions = stored.questions.map((question) => ({
    questionId: question.id,
    correctChoiceIds: question.correctChoiceIds,
    acceptedAnswers: question.acceptedAnswers,
    ...(question.lenient && { lenient: true }),
    correctOrder: question.correctOrder,
    explanation: question.explanation,
  }));
  return { questionSetId: stored.id, updatedAt: stored.updatedAt, questions };
}

function selectSets(database: Database, condition: SQL | undefined) {
  const readingOrder = [
    courses.order,
    courses.id,
    sections.order,
    sections.id,
    chapters.order,
    chapters.id,
    lessons.order,
  ];
  return database
    .select(getTableColumns(questionSets))
    .from(questionSets)
    .innerJoin(lessons, eq(lessons.id, questionSets.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(condition)
    .orderBy(...[...readingOrder, lessons.id, questionSets.order, questionSets.id].map((column) => asc(column)));
}

/** Returns one page of question sets, in reading order. */
export async function listQuestionSets(database: Database, role: Role, { limit, offset }: Slice) {
  const [counted] = await database
    .select({ total: count() })
    .from(questionSets)
    .innerJoin(lessons, eq(lessons.id, questionSets.lessonId))
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(visibleTo(role));
  const stored = await selectSets(database, visibleTo(role)).limit(limit).offset(offset);
  return { items: stored.map(toQuestionSetAnswer), total: counted?.total ?? 0 };
}

/** Finds a question set as stored; undefined if it does not exist or the role may not see it. */
export async function findQuestionSet(database: Database, role: Role, questionSetId: string) {
  const [stored] = await selectSets(database, and(eq(questionSets.id, questionSetId), visibleTo(role)));
  return stored satisfies StoredQuestionSet | undefined;
}
