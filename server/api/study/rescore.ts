/**
 * Grades the stored submits of a question set again (再採点) by its present key, in batches. The client asks for one batch
 * after the other; if it stops, the server grades the rest.
 */
import type { Actor } from '@server/api/access/permissions';
import { recordPart } from '@server/api/audit/record-parts';
import { hasGradedKeys, keyOf, keysOf } from '@server/api/curriculum/graded-keys';
import { findQuestionSet, type StoredQuestionSet } from '@server/api/curriculum/question-sets';
import { placeOfLesson } from '@server/api/curriculum/touch';
import { finishWork, lockWork, noteWork, type Step } from '@server/api/shared/pending-work';
import { found } from '@server/api/shared/problem';
import { type Database, now } from '@server/db/database';
import { submits } from '@server/db/schema';
import { and, asc, eq, gt, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod/mini';

import type { Rescore, RescoreRequest } from '@/api/rescore';

import { presentKeys, rescoreAnswers } from './score';

/**
 * Maximum number of submits graded per transaction, and of bytes of their answers: no other request waits longer than
 * about 0.2 s.
 */
const BATCH_SIZE = 500;
const BATCH_BYTES = 4_000_000;
/** The server grades the rest if the client has not asked for the next batch in this time. */
const CLIENT_SILENCE_SECONDS = 30;

/** SQL for the set's submits with a question that was graded by another key than its present one. */
function isUnchecked({ id, updatedAt, questions }: StoredQuestionSet): SQL | undefined {
  const present = JSON.stringify(keysOf(questions));
  const keys = sql`case when ${hasGradedKeys} then ${submits.gradedKeys} -> 'keys' end`;
  // Most submits were graded on the questions that the set has now, in their order: compare their keys as a whole.
  const isSame = sql`coalesce(${keys} = ${JSON.stringify(questions.map(keyOf))}::jsonb, false)`;
  // Without its first letter, the question's kind, a key tells against which key the answer was last checked.
  const isOther = sql`exists (
    select from jsonb_array_elements(${submits.results}) with ordinality as result (value, place)
    where place <= ${submits.maxScore} and coalesce(substr(${keys} ->> (place - 1)::int, 2), '')
      <> substr(${present}::jsonb ->> (result.value ->> 'questionId'), 2))`;
  return and(
    eq(submits.questionSetId, id),
    sql`${submits.gradedVersion} is distinct from ${updatedAt}::timestamptz`,
    sql`not ${isSame} and ${isOther}`,
  );
}

async function recordRescore(transaction: Database, actor: Actor, set: StoredQuestionSet, count: number) {
  const { courseId } = found(await placeOfLesson(transaction, set.lessonId), 'レッスン');
  const part = { part: 'question-set', id: set.id, title: set.title, courseId } as const;
  await recordPart(transaction, actor, 'change', { ...part, details: `再採点：提出${count}件` });
}

interface Judged extends ReturnType<typeof rescoreAnswers> {
  id: string;
  before: number;
}

async function save(transaction: Database, judged: readonly Judged[], version: string): Promise<void> {
  const rows = judged.map(({ id, score, results, isChanged, keys }) => {
    return { id, score, results, is_changed: isChanged, graded_keys: { version, keys } };
  });
  await transaction.execute(sql`
    update ${submits} set graded_version = ${version}, graded_keys = new.graded_keys, results = new.results, score = new.score,
      score_before = case when new.is_changed then ${submits.score} else ${submits.scoreBefore} end,
      rescored_at = case when new.is_changed then ${now} else ${submits.rescoredAt} end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as new (id text, score integer, results jsonb, is_changed boolean, graded_keys jsonb)
    where ${submits.id} = new.id
  `);
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

/** Returns the ids of the next submits of a batch, within its limits. */
async function nextIds(transaction: Database, isNext: SQL | undefined): Promise<string[]> {
  const rows = await transaction
    .select({ id: submits.id, bytes: sql<number>`octet_length(${submits.answers}::text)` })
    .from(submits)
    .where(isNext)
    .orderBy(asc(submits.id))
    .limit(BATCH_SIZE);
  let bytes = 0;
  const end = rows.findIndex((row) => (bytes += row.bytes) > BATCH_BYTES);
  return rows.slice(0, end < 0 ? undefined : Math.max(end, 1)).map(({ id }) => id);
}

/** Grades the next batch of a set's submits. Submits that were graded by the present keys are skipped. */
async function gradeBatch(
  transaction: Database,
  set: StoredQuestionSet,
  { dryRun = false, after }: RescoreRequest,
): Promise<Rescore> {
  const isNext = and(isUnchecked(set), after === undefined ? undefined : gt(submits.id, String(after)));
  const submitCount = await transaction.$count(submits, isNext);
  const { id, answers, results, score, maxScore, gradedVersion, gradedKeys } = submits;
  const query = transaction
    .select({ id, answers, results, score, maxScore, gradedVersion, gradedKeys })
    .from(submits)
    .where(inArray(id, await nextIds(transaction, isNext)))
    .orderBy(asc(id));
  const rows = await (dryRun ? query : query.for('update'));
  const present = presentKeys(set.questions);
  const judged = rows.map((row): Judged => ({ id: row.id, before: row.score, ...rescoreAnswers(present, row) }));
  if (!dryRun && judged.length > 0) await save(transaction, judged, set.updatedAt);
  const next = submitCount > rows.length ? rows.at(-1)?.id : undefined;
  return { submitCount, checkedCount: rows.length, changes: countChanges(judged), next };
}

/** A regrading that a client has begun, as it is noted in `pending_work`. */
const runSchema = z.object({ questionSetId: z.string(), actorId: z.string(), after: z.string(), keys: z.string() });

const keysOfRun = ({ questions }: StoredQuestionSet) => questions.map(keyOf).toSorted().join(' ');

/**
 * Grades the next batch of a regrading whose client has stopped. A changed answer key ends it: it was requested for the
 * earlier key.
 */
export const rescoreStep: Step = async (transaction, state) => {
  const run = z.parse(runSchema, state);
  const set = await findQuestionSet(transaction, 'ADMIN', run.questionSetId);
  if (!set || keysOfRun(set) !== run.keys) return undefined;
  const { next } = await gradeBatch(transaction, set, run);
  return next === undefined ? undefined : { ...run, after: next };
};

/**
 * Grades at most 500 submits again in one transaction, and notes that the rest is still to be graded. An interrupted
 * regrading continues where it stopped, and a repeated one finds nothing to grade.
 *
 * @throws {Problem} 404.
 */
export function rescoreSubmits(
  database: Database,
  actor: Actor,
  questionSetId: string,
  request: RescoreRequest,
): Promise<Rescore> {
  return database.transaction(async (transaction) => {
    const workId = `rescore/${questionSetId}`;
    // Lock the note before the submits, as a piece in the background does.
    const run = request.dryRun ? undefined : z.safeParse(runSchema, await lockWork(transaction, workId)).data;
    const set = found(await findQuestionSet(transaction, actor.role, questionSetId), '問題集');
    const batch = await gradeBatch(transaction, set, request);
    if (request.dryRun) return batch;
    const isStart = request.after === undefined || run?.actorId !== actor.id;
    if (isStart && batch.checkedCount > 0) await recordRescore(transaction, actor, set, batch.submitCount);
    const { next } = batch;
    if (next === undefined) await finishWork(transaction, workId);
    else {
      const state = { questionSetId, actorId: actor.id, after: String(next), keys: keysOfRun(set) };
      await noteWork(transaction, { id: workId, kind: 'rescore', state, delaySeconds: CLIENT_SILENCE_SECONDS });
    }
    return batch;
  });
}
