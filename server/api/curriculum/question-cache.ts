/** The questions that are answered most, kept with their version: who uses them asks the database whether that still stands. */
import type { Role } from '@server/api/access/permissions';
import { isChapterVisibleTo } from '@server/api/access/visibility';
import type { Database } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { questionSets } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';

/** What a set asks, as it stood at a time. */
export interface CachedQuestions {
  updatedAt: string;
  questions: readonly NewQuestion[];
}

/** So many are kept, of at most so many letters: the longest of them are 10 MB. */
const MOST_KEPT = 200;
const MOST_LETTERS = 50_000;

const kept = new WeakMap<Database, Map<string, CachedQuestions>>();

function keep(database: Database, id: string, known: CachedQuestions): void {
  if (JSON.stringify(known.questions).length > MOST_LETTERS) return;
  const all = kept.get(database) ?? new Map<string, CachedQuestions>();
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size >= MOST_KEPT) all.delete(oldest);
  kept.set(database, all.set(id, known));
}

/** What was read of a set; it may have changed since, or be gone. */
export function cachedQuestions(database: Database, questionSetId: string): CachedQuestions | undefined {
  return kept.get(database)?.get(questionSetId);
}

/** A condition on `question_sets`. */
export function isSetVisibleTo(role: Role) {
  return isChapterVisibleTo(role, sql`(select chapter_id from lessons where lessons.id = ${questionSets.lessonId})`);
}

const statement = preparedStatement((database, role: Role) =>
  database
    .select({ updatedAt: questionSets.updatedAt, questions: questionSets.questions })
    .from(questionSets)
    .where(and(eq(questionSets.id, sql.placeholder('questionSetId')), isSetVisibleTo(role)))
    .prepare(`questions-${role}`),
);

/** Reads what a set asks, and keeps it; undefined when there is none, or none that the role may see. */
export async function readQuestions(
  database: Database,
  role: Role,
  questionSetId: string,
): Promise<CachedQuestions | undefined> {
  const [known] = await statement(database, role).execute({ questionSetId });
  if (known) keep(database, questionSetId, known);
  return known;
}
