/**
 * Reads through what was saved before it was noted which pictures a text shows, or by a server that does not note it: after
 * the start and now and then, a few texts at a time.
 */
import { setTimeout as wait } from 'node:timers/promises';

import {
  picturesOfMarkdown,
  picturesOfNotice,
  picturesOfQuestionSet,
  savePictures,
} from '@server/api/pictures/text-pictures';
import { readInfo } from '@server/api/settings/info';
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import type { Database } from '@server/db/database';
import { unavailableCause } from '@server/db/database-unavailable';
import { contents, questionSets, settings, textPictures, type TextKind } from '@server/db/schema';
import { describeError } from '@server/lib/describe-error';
import { complain } from '@server/lib/log';
import { and, asc, eq, isNull, ne, or, sql } from 'drizzle-orm';

/** Other requests wait for so many texts at the most, where the database has one connection. */
const BATCH = 20;
const ROUND_MS = 600_000;

/** The text's row of {@link textPictures}. */
function isOf(kind: TextKind, table: typeof contents | typeof questionSets) {
  return and(eq(textPictures.kind, kind), eq(textPictures.textId, table.id));
}

function isUnread(table: typeof contents | typeof questionSets) {
  return or(isNull(textPictures.kind), ne(textPictures.version, table.updatedAt));
}

/** Texts that are being saved at this moment are left out: whoever saves them notes what they show. */
const whileNobodySaves = { skipLocked: true } as const;

async function readMarkdown(transaction: Database): Promise<number> {
  const texts = await transaction
    .select({ id: contents.id, updatedAt: contents.updatedAt, bytes: contents.bytes })
    .from(contents)
    .leftJoin(textPictures, isOf('markdown', contents))
    .where(and(eq(contents.fileType, 'md'), isUnread(contents)))
    .orderBy(asc(contents.id))
    .limit(BATCH)
    .for('share', { of: contents, ...whileNobodySaves });
  await savePictures(transaction, texts.map(picturesOfMarkdown));
  return texts.length;
}

async function readQuestionSets(transaction: Database): Promise<number> {
  const { id, updatedAt, questions } = questionSets;
  const sets = await transaction
    .select({ id, updatedAt, questions })
    .from(questionSets)
    .leftJoin(textPictures, isOf('question-set', questionSets))
    .where(isUnread(questionSets))
    .orderBy(asc(id))
    .limit(BATCH)
    .for('share', { of: questionSets, ...whileNobodySaves });
  await savePictures(transaction, sets.map(picturesOfQuestionSet));
  return sets.length;
}

async function readNotice(transaction: Database): Promise<number> {
  const [unread] = await transaction
    .select({ key: settings.key })
    .from(settings)
    .leftJoin(textPictures, eq(textPictures.kind, 'notice'))
    .where(and(eq(settings.key, 'info'), isNull(textPictures.kind)));
  if (!unread) return 0;
  await savePictures(transaction, [picturesOfNotice(await readInfo(transaction))]);
  return 1;
}

/** Reads the next few texts; answers how many there were. */
export function readNextTexts(database: Database): Promise<number> {
  return database.transaction(async (transaction) => {
    // Servers on one database read one batch after the other, so that each text is read once.
    await takeAdvisoryLock(transaction, 'texts');
    return (await readMarkdown(transaction)) + (await readQuestionSets(transaction)) + (await readNotice(transaction));
  });
}

/** What was noted of texts that are gone goes, too. */
async function forgetDeleted(database: Database): Promise<void> {
  await database.execute(sql`
    delete from text_pictures shown
    where shown.kind = 'markdown' and not exists (select 1 from contents where contents.id = shown.text_id)
      or shown.kind = 'question-set' and not exists (select 1 from question_sets where question_sets.id = shown.text_id)`);
}

/** Keeps all texts read from now on; answers how to stop. */
export function scheduleTextScan(database: Database): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  const readAll = async () => {
    await forgetDeleted(database);
    while (!signal.aborted && (await readNextTexts(database)) > 0);
  };
  const reading = (async () => {
    while (!signal.aborted) {
      await readAll().catch((error: unknown) => complain(unavailableCause(error)?.message ?? describeError(error)));
      await wait(ROUND_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await reading;
  };
}
