/**
 * Scores answers against the current version of a question set, and grades submits again after its key was corrected.
 */
import { keyOf } from '@server/api/curriculum/graded-keys';
import type { submits } from '@server/db/schema';

import { type AnswerKey, gradeAnswers, isAnswerTo, rescore } from '@/api/grading';
import type { NewQuestion } from '@/api/question-set-edits';
import type { Answer } from '@/api/submits';

function toKey({ type, correctChoiceIds, acceptedAnswers, correctOrder, lenient }: NewQuestion): AnswerKey {
  const ids = { correctChoiceIds: correctChoiceIds?.map(String), correctOrder: correctOrder?.map(String) };
  return { type, acceptedAnswers, lenient, ...ids };
}

/** Returns one result per question. Answers to deleted questions are wrong and do not count in `maxScore`. */
export function scoreAnswers(questions: readonly NewQuestion[], answers: readonly Answer[]) {
  const keys = questions.map((question) => ({ questionId: String(question.id), ...toKey(question) }));
  const grades = gradeAnswers(keys, answers);
  const known = new Set(keys.map(({ questionId }) => questionId));
  const deleted = new Set(answers.map(({ questionId }) => questionId).filter((id) => !known.has(id)));
  for (const questionId of deleted) grades.results.push({ questionId, correct: false });
  return grades;
}

/** The present keys of a question set, by question id: for grading, and as stored with submits. */
type PresentKeys = ReadonlyMap<string, { key: AnswerKey; stored: string }>;

/** Returns the present keys of a question set, by question id. */
export function presentKeys(questions: readonly NewQuestion[]): PresentKeys {
  return new Map(questions.map((question) => [String(question.id), { key: toKey(question), stored: keyOf(question) }]));
}

type StoredSubmit = Pick<
  typeof submits.$inferSelect,
  'answers' | 'results' | 'score' | 'maxScore' | 'gradedVersion' | 'gradedKeys'
>;

/**
 * Grades a stored submit by the present keys. An answer keeps its result if its question was deleted, or was of another
 * kind when it was graded.
 *
 * @returns the grades, and the keys of the results to store.
 */
export function rescoreAnswers(present: PresentKeys, submit: StoredSubmit) {
  const { gradedKeys, gradedVersion, answers, results, maxScore } = submit;
  const before = gradedKeys && gradedKeys.version === gradedVersion ? gradedKeys.keys : [];
  const answerTo = new Map(answers.map((answer) => [answer.questionId, answer]));
  const keys = new Map<string, AnswerKey>();
  const stored = results.slice(0, maxScore).map(({ questionId }, index) => {
    const now = present.get(questionId);
    const known = before[index] ?? null;
    if (!now) return known;
    const kindNow = now.stored.charAt(0);
    let kind = known?.charAt(0) ?? '?';
    if (kind === '?' && isAnswerTo(now.key, answerTo.get(questionId))) kind = kindNow;
    if (kind === kindNow) keys.set(questionId, now.key);
    return kind + now.stored.slice(1);
  });
  return { ...rescore(keys, submit), keys: stored };
}
