/** Statistics of how people answered the questions of a set (問題の分析, capability `question-stats`): schemas and call. */
import * as z from 'zod/mini';

import { normaliseText } from './grading';
import { read, withCapability } from './network/calls';
import { questionTypeSchema } from './question-sets';
import { defaulted, idSchema, openField, optionalField, timestampSchema } from './shapes';

/**
 * Minimum numbers of people for what STAFF see: learners for the statistics, writers for a wrong text. Fewer people
 * could be recognised.
 */
export const MIN_STAFF_PEOPLE = 10;
export const MIN_STAFF_WRITERS = 3;
const MAX_WRONG_TEXTS = 5;

export interface WrittenText {
  text: string;
  /** The number of people who wrote this wrong text. */
  count: number;
}

/**
 * Returns the commonest wrong texts, at most 5. Texts that are graded alike are counted together, and shown as most
 * people wrote them.
 *
 * @param texts the most frequent first. @param minWriters texts of fewer people are left out. @param isLenient the
 * question's setting.
 */
export function commonestTexts(texts: readonly WrittenText[], minWriters: number, isLenient = false): WrittenText[] {
  const byFolded = new Map<string, WrittenText>();
  for (const { text, count } of texts) {
    const folded = normaliseText(text, isLenient);
    if (folded === '') continue;
    const known = byFolded.get(folded) ?? { text, count: 0 };
    byFolded.set(folded, { ...known, count: known.count + count });
  }
  return [...byFolded.values()]
    .filter(({ count }) => count >= minWriters)
    .sort((a, b) => b.count - a.count)
    .slice(0, MAX_WRONG_TEXTS);
}

const questionStatsSchema = z.object({
  questionId: idSchema,
  type: questionTypeSchema,
  /** Markdown. */
  body: z.string(),
  /** The number of learners whose last submit was scored on this question. */
  peopleCount: z.number(),
  rightCount: z.number(),
  /**
   * Point-biserial correlation of a right answer with the share right of the other questions, -1 to 1; undefined
   * without variance.
   */
  discrimination: optionalField(z.number()),
  /**
   * For `single` and `multiple`, in the author's order: how many chose each choice; one person may have chosen several.
   */
  choices: defaulted(
    z.array(z.object({ id: idSchema, body: z.string(), isCorrect: z.boolean(), count: z.number() })),
    [],
  ),
  /** For `text`: the commonest wrong answers, at most 5. STAFF get those of three people or more. */
  wrongTexts: defaulted(z.array(z.object({ text: z.string(), count: z.number() })), []),
});
export type QuestionStats = z.infer<typeof questionStatsSchema>;

export const setStatsSchema = z.object({
  questionSetId: idSchema,
  lessonId: idSchema,
  title: z.string(),
  updatedAt: openField(timestampSchema),
  /** The number of learners who have submitted the set; of each, the last submit counts. */
  peopleCount: z.number(),
  /** The questions in the set's order; empty if `isWithheld`. */
  questions: defaulted(z.array(questionStatsSchema), []),
  /**
   * True if the statistics are withheld from STAFF, because fewer than 10 learners of their own company have submitted.
   */
  isWithheld: optionalField(z.boolean()),
});
export type SetStats = z.infer<typeof setStatsSchema>;

/**
 * Fetches the statistics of one set: of the own company for STAFF, of all learners for TEACHER and ADMIN; undefined
 * from a server without them.
 */
export const fetchSetStats = withCapability('question-stats', read('/question-set/{id}/stats', setStatsSchema));
