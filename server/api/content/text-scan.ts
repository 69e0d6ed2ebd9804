/**
 * Scans texts for pictures in the background: texts that an older version of the server saved without storing their pictures.
 * Runs at the start and every ten minutes, 20 texts at a time.
 */
import { setTimeout as wait } from 'node:timers/promises';

import {
  picturesOfMarkdown,
  picturesOfNotice,
  picturesOfQuestionSet,
  savePictures,
} from '@server/api/pictures/text-pictures';
import { readInfo } from '@server/api/settings/info';
import { deleteOldAnswers } from '@server/api/shared/run-once';
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import type { Database } from '@server/db/database';
import { unavailableCause } from '@server/db/database-unavailable';
import { contents, questionSets, settings, textPictures, type TextKind } from '@server/db/schema';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';

/** Texts scanned per transaction. With the embedded database's one connection, other requests wait for a batch. */
const BATCH_SIZE = 20;
const SCAN_INTERVAL_MS = 600_000;

/** Joins a text with its row of {@link textPictures}. */
function isOf(kind: TextKind, table: typeof contents | typeof questionSets) {
  return and(eq(textPictures.kind, kind), eq(textPictures.textId, table.id));
}

function isUnscanned(table: typeof contents | typeof questionSets) {
  return or(isNull(textPictures.kind), ne(textPictures.version, table.updatedAt));
}

/** Skip texts that another transaction is saving: it stores their pictures itself. */
const skipLocked = { skipLocked: true } as const;

async function scanMarkdown(transaction: Database): Promise<number> {
  const texts = await transaction
    .select({ id: contents.id, updatedAt: contents.updatedAt, bytes: contents.bytes })
    .from(contents)
    .leftJoin(textPictures, isOf('markdown', contents))
    .where(and(eq(contents.fileType, 'md'), isUnscanned(contents)))
    .orderBy(asc(contents.id))
    .limit(BATCH_SIZE)
    .for('share', { of: contents, ...skipLocked });
  await savePictures(transaction, texts.map(picturesOfMarkdown));
  return texts.length;
}

async function scanQuestionSets(transaction: Database): Promise<number> {
  const { id, updatedAt, questions } = questionSets;
  const sets = await transaction
    .select({ id, updatedAt, questions })
    .from(questionSets)
    .leftJoin(textPictures, isOf('question-set', questionSets))
    .where(isUnscanned(questionSets))
    .orderBy(asc(id))
    .limit(BATCH_SIZE)
    .for('share', { of: questionSets, ...skipLocked });
  await savePictures(transaction, sets.map(picturesOfQuestionSet));
  return sets.length;
}

async function scanNotice(transaction: Database): Promise<number> {
  const [unread] = await transaction
    .select({ key: settings.key })
    .from(settings)
    .leftJoin(textPictures, eq(textPictures.kind, 'notice'))
    .where(and(eq(settings.key, 'info'), isNull(textPictures.kind)));
  if (!unread) return 0;
  await savePictures(transaction, [picturesOfNotice(await readInfo(transaction))]);
  return 1;
}

/** Scans the next batch of texts. @returns the number of texts in it. */
export function scanNextTexts(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    // Instances on one database take turns, so that each text is scanned once.
    await takeAdvisoryLock(transaction, 'texts');
    return (await scanMarkdown(transaction)) + (await scanQuestionSets(transaction)) + (await scanNotice(transaction));
  });
}

/** Deletes the stored pictures of deleted texts. */
async function deleteOrphans(database: Database): Promise<void> {
  await database.execute(sql`
    delete from text_pictures shown
    where shown.kind = 'markdown' and not exists (select 1 from contents where contents.id = shown.text_id)
      or shown.kind = 'question-set' and not exists (select 1 from question_sets where question_sets.id = shown.text_id)`);
}

/** Starts the background scan. @returns a function that stops it and waits for the batch in progress. */
export function scheduleTextScan(database: Database): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const scanAll = async () => {
    await deleteOrphans(database);
    await deleteOldAnswers(database);
    while (!signal.aborted && (await scanNextTexts(database)) > 0);
  };
  const scanning = (async () => {
    while (!signal.aborted) {
      await scanAll().catch((error: unknown) => complain(unavailableCause(error)?.message ?? describeError(error)));
      await wait(SCAN_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await scanning;
  };
}
