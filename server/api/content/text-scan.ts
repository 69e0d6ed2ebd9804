/**
 * Works in the background, at the start and every minute: deletes what was in the trash for 30 days, and scans texts
 * for pictures, 20 at a time, that an older version of the server saved or deleted without storing their pictures.
 */
import { setTimeout as wait } from 'node:timers/promises';

import {
  picturesOfMarkdown,
  picturesOfNotice,
  picturesOfQuestions,
  picturesOfQuestionSet,
  savePictures,
} from '@server/api/pictures/text-pictures';
import { readInfo } from '@server/api/settings/info';
import { isKept } from '@server/api/shared/kept-in-trash';
import { deleteOldAnswers } from '@server/api/shared/run-once';
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import type { Database } from '@server/db/database';
import { unavailableCause } from '@server/db/database-unavailable';
import { contents, questionSets, settings, trash } from '@server/db/schema';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { asc, eq, inArray, not, sql } from 'drizzle-orm';

import type { NewQuestion } from '@/api/question-set-edits';

import { unscannedIds } from './unscanned';

/** Texts scanned per transaction. With the embedded database's one connection, other requests wait for a batch. */
const BATCH_SIZE = 20;
const INTERVAL_MS = 60_000;

/** Skip texts that another transaction is saving: it stores their pictures itself. */
const skipLocked = { skipLocked: true } as const;

async function scanMarkdown(transaction: Database): Promise<number> {
  const { id, updatedAt, bytes } = contents;
  const texts = await transaction
    .select({ id, updatedAt, bytes })
    .from(contents)
    .where(inArray(id, unscannedIds('markdown')))
    .orderBy(asc(id))
    .limit(BATCH_SIZE)
    .for('share', skipLocked);
  await savePictures(transaction, texts.map(picturesOfMarkdown));
  return texts.length;
}

async function scanQuestionSets(transaction: Database): Promise<number> {
  const { id, updatedAt, questions } = questionSets;
  const sets = await transaction
    .select({ id, updatedAt, questions })
    .from(questionSets)
    .where(inArray(id, unscannedIds('question-set')))
    .orderBy(asc(id))
    .limit(BATCH_SIZE)
    .for('share', skipLocked);
  await savePictures(transaction, sets.map(picturesOfQuestionSet));
  return sets.length;
}

async function scanNotice(transaction: Database): Promise<number> {
  const unread = await transaction.$count(settings, inArray(settings.key, unscannedIds('notice')));
  if (unread > 0) await savePictures(transaction, [picturesOfNotice(await readInfo(transaction))]);
  return unread;
}

/**
 * Scans the question sets of the next deletion: one per batch, because a deletion may have the sets of a whole course.
 */
async function scanTrash(transaction: Database): Promise<number> {
  const { id, rows } = trash;
  const deletions = await transaction
    .select({ id, sets: sql<{ questions: NewQuestion[] }[]>`${rows} -> 'question_sets'` })
    .from(trash)
    .where(inArray(id, unscannedIds('trash')))
    .orderBy(asc(id))
    .limit(1)
    .for('update', skipLocked);
  for (const deletion of deletions) {
    const pictures = [...new Set(deletion.sets.flatMap(({ questions }) => picturesOfQuestions(questions)))];
    await transaction.update(trash).set({ pictures }).where(eq(id, deletion.id));
  }
  return deletions.length;
}

/** Scans the next batch of texts. @returns the number of texts in it. */
export function scanNextTexts(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    // Instances on one database take turns, so that each text is scanned once.
    await takeAdvisoryLock(transaction, 'texts');
    let count = 0;
    for (const scan of [scanMarkdown, scanQuestionSets, scanNotice, scanTrash]) count += await scan(transaction);
    return count;
  });
}

/** Deletes what was in the trash for 30 days, and the stored pictures of deleted texts. */
function deleteExpired(database: Database): Promise<void> {
  return database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'texts');
    await transaction.delete(trash).where(not(isKept));
    await transaction.execute(sql`
      delete from text_pictures shown
      where shown.kind = 'markdown' and not exists (select 1 from contents where contents.id = shown.text_id)
        or shown.kind = 'question-set' and not exists (select 1 from question_sets where question_sets.id = shown.text_id)`);
  });
}

/**
 * Starts the background work. @param intervalMs pause between two runs. @returns a function that stops it and waits for
 * the batch in progress.
 */
export function scheduleTextScan(database: Database, intervalMs = INTERVAL_MS): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const runOnce = async () => {
    await deleteExpired(database);
    await deleteOldAnswers(database);
    while (!signal.aborted && (await scanNextTexts(database)) > 0);
  };
  const running = (async () => {
    while (!signal.aborted) {
      await runOnce().catch((error: unknown) => complain(unavailableCause(error)?.message ?? describeError(error)));
      await wait(intervalMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await running;
  };
}
