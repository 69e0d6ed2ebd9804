/** An in-memory cache of question sets for scoring. Callers check the cached version against the database. */
import type { Role } from '@server/api/access/permissions';
import { isChapterVisibleTo } from '@server/api/access/visibility';
import type { Database } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { questionSets } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';

/** One version of a question set's questions. */
export interface CachedQuestions {
  updatedAt: string;
  questions: readonly NewQuestion[];
}

/** The maximum number of cached sets, and of JSON characters per set: together about 10 MB. */
const MAX_CACHED_SETS = 200;
const MAX_SET_LENGTH = 50_000;

const caches = new WeakMap<Database, Map<string, CachedQuestions>>();

function addToCache(database: Database, id: string, known: CachedQuestions): void {
  if (JSON.stringify(known.questions).length > MAX_SET_LENGTH) return;
  const all = caches.get(database) ?? new Map<string, CachedQuestions>();
  const [oldest] = all.keys();
  if (oldest !== undefined && all.size >= MAX_CACHED_SETS) all.delete(oldest);
  caches.set(database, all.set(id, known));
}

/** Returns the cached questions of a set, which may have changed or been deleted since. */
export function cachedQuestions(database: Database, questionSetId: string): CachedQuestions | undefined {
  return caches.get(database)?.get(questionSetId);
}

/** A condition on `question_sets`: the role may see the set. */
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

/** Reads a set's questions and caches them; undefined if it does not exist or the role may not see it. */
export async function readQuestions(
  database: Database,
  role: Role,
  questionSetId: string,
): Promise<CachedQuestions | undefined> {
  const [known] = await statement(database, role).execute({ questionSetId });
  if (known) addToCache(database, questionSetId, known);
  return known;
}
