/** Grades the stored submits of a question set again (再採点) by its present key, in batches. */
import type { Actor } from '@server/api/access/permissions';
import { recordPart } from '@server/api/audit/record-parts';
import { findQuestionSet, type StoredQuestionSet } from '@server/api/curriculum/question-sets';
import { placeOfLesson } from '@server/api/curriculum/touch';
import { found } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { submits } from '@server/db/schema';
import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm';

import type { Rescore, RescoreRequest } from '@/api/rescore';

import { rescoreAnswers } from './score';

/** Maximum number of submits graded per transaction. */
const BATCH_SIZE = 500;

/** SQL for the set's submits that were not graded by its present version. */
function isUnchecked({ id, updatedAt }: StoredQuestionSet) {
  return and(eq(submits.questionSetId, id), sql`${submits.gradedVersion} is distinct from ${updatedAt}::timestamptz`);
}

async function recordRescore(transaction: Database, actor: Actor, set: StoredQuestionSet, count: number) {
  const { courseId } = found(await placeOfLesson(transaction, set.lessonId), 'レッスン');
  const part = { part: 'question-set', id: set.id, title: set.title, courseId } as const;
  await recordPart(transaction, actor, 'change', part, `再採点：提出${count}件`);
}

interface Judged {
  id: string;
  before: number;
  score: number;
  maxScore: number;
  results: object;
  isChanged: boolean;
}

async function save(transaction: Database, judged: readonly Judged[], version: string): Promise<void> {
  const ids = judged.map(({ id }) => id);
  const changed = judged.filter(({ isChanged }) => isChanged).map(({ id, score, results }) => ({ id, score, results }));
  await transaction.execute(sql`
    update ${submits} set results = new.results, score = new.score, score_before = ${submits.score}, rescored_at = ${now}
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as new (id text, score integer, results jsonb)
    where ${submits.id} = new.id
  `);
  await transaction.update(submits).set({ gradedVersion: version }).where(inArray(submits.id, ids));
}

function countChanges(judged: readonly Judged[]): Rescore['changes'] {
  const changes = new Map<string, Rescore['changes'][number]>();
  for (const { before, score: after, maxScore, isChanged } of judged) {
    if (!isChanged) continue;
    const key = [before, after, maxScore].join();
    const change = changes.get(key) ?? { before, after, maxScore, count: 0 };
    changes.set(key, { ...change, count: change.count + 1 });
  }
  return [...changes.values()];
}

/**
 * Grades at most 500 submits again in one transaction. Submits graded by the set's present version are skipped, so an interrupted
 * regrading continues where it stopped, and a repeated one finds nothing to grade.
 *
 * @throws {Problem} 404.
 */
export function rescoreSubmits(
  database: Database,
  actor: Actor,
  questionSetId: string,
  { dryRun = false, after }: RescoreRequest,
): Promise<Rescore> {
  return database.transaction(async (transaction) => {
    const set = found(await findQuestionSet(transaction, actor.role, questionSetId), '問題集');
    const isNext = and(isUnchecked(set), after === undefined ? undefined : gt(submits.id, String(after)));
    const submitCount = await transaction.$count(submits, isNext);
    const { id, answers, results, score, maxScore } = submits;
    const query = transaction
      .select({ id, answers, results, score, maxScore })
      .from(submits)
      .where(isNext)
      .orderBy(asc(submits.id))
      .limit(BATCH_SIZE);
    const rows = await (dryRun ? query : query.for('update'));
    const judged = rows.map((row): Judged => ({
      id: row.id,
      before: row.score,
      ...rescoreAnswers(set.questions, row),
    }));
    if (!dryRun && judged.length > 0) {
      await save(transaction, judged, set.updatedAt);
      if (after === undefined) await recordRescore(transaction, actor, set, submitCount);
    }
    const next = submitCount > rows.length ? rows.at(-1)?.id : undefined;
    return { submitCount, checkedCount: rows.length, changes: countChanges(judged), next };
  });
}
