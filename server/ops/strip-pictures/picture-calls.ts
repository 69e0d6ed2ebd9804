/**
 * The requests of `npm run strip-pictures` and `npm run doctor` on the lock's socket of a server with an embedded
 * database.
 */
import { countUnstripped, stripNextPicture, type StrippedPicture } from '@server/api/content/strip-stored';
import { countTrash } from '@server/api/curriculum/trash/count-trash';
import { countWrongReads } from '@server/api/study/read-counts';
import type { Config } from '@server/config';
import { askHolder } from '@server/db/data-lock';
import type { Database, OpenDatabase } from '@server/db/database';
import { describeError } from '@server/lib/describe-error';
import { ConfigError } from '@server/lib/environment';
import * as z from 'zod/mini';

const countCallSchema = z.object({ pictures: z.literal('count') });
const stripCallSchema = z.object({ pictures: z.literal('strip'), after: z.string() });
const callSchema = z.union([countCallSchema, stripCallSchema]);

const pictureSchema = z.object({
  id: z.string(),
  fileName: z.string(),
  outcome: z.enum(['changed', 'clean', 'unreadable']),
});
/**
 * The server's reply with the numbers of pictures, of deleted things and of wrong `read_counts`; an older server counts
 * fewer of them.
 */
const countAnswerSchema = z.object({
  count: z.number(),
  trash: z.optional(z.object({ count: z.number(), newerCount: z.number() })),
  wrongReads: z.optional(z.number()),
});
export type DatabaseCounts = z.infer<typeof countAnswerSchema>;
const stripAnswerSchema = z.union([z.object({ picture: z.nullable(pictureSchema) }), z.object({ error: z.string() })]);

const OLD_SERVER = '動いているサーバーが古い版です。起動し直してから、もう一度実行してください。';

/**
 * Removes the metadata of the next picture.
 *
 * @returns undefined when none is left.
 * @throws {ConfigError} if the disk is nearly full.
 */
export async function stripNext(
  { database, freeBytes }: OpenDatabase,
  { diskReserveBytes }: Config,
  after: string,
): Promise<StrippedPicture | undefined> {
  // A changed picture is stored as a new row version; the database frees the space of the old one later.
  if (freeBytes && freeBytes() < diskReserveBytes)
    throw new ConfigError(
      'DISK_RESERVE_MB: 空き容量が足りないため、止めました。空けてから、もう一度実行してください。',
    );
  return stripNextPicture(database, after);
}

/** Counts what `npm run doctor` reports of a database. */
export async function countForDoctor(database: Database): Promise<DatabaseCounts> {
  const [count, trash] = [await countUnstripped(database), await countTrash(database)];
  return { count, trash, wrongReads: await countWrongReads(database) };
}

/** Answers a request of another process about pictures; undefined for another request. */
export async function answerPictureCall(line: string, open: OpenDatabase, config: Config): Promise<string | undefined> {
  const { data: call } = z.safeParse(callSchema, JSON.parse(line));
  if (!call) return undefined;
  if (call.pictures === 'count') return JSON.stringify(await countForDoctor(open.database));
  try {
    return JSON.stringify({ picture: (await stripNext(open, config, call.after)) ?? null });
  } catch (error) {
    return JSON.stringify({ error: error instanceof ConfigError ? error.message : describeError(error) });
  }
}

/** Returns the counts of the running server's database; undefined if none runs. @throws {ConfigError}. */
export async function askCount(dataDir: string): Promise<DatabaseCounts | undefined> {
  const line = await askHolder(dataDir, JSON.stringify({ pictures: 'count' } satisfies z.infer<typeof callSchema>));
  if (line === undefined) return undefined;
  if (line === '') throw new ConfigError(`DATA_DIR: ${OLD_SERVER}`);
  return z.parse(countAnswerSchema, JSON.parse(line));
}

/**
 * Lets the running server remove the metadata of the next picture.
 *
 * @returns undefined when none is left.
 * @throws {ConfigError}.
 */
export async function askToStrip(dataDir: string, after: string): Promise<StrippedPicture | undefined> {
  const call: z.infer<typeof callSchema> = { pictures: 'strip', after };
  const line = await askHolder(dataDir, JSON.stringify(call));
  if (!line) throw new ConfigError('DATA_DIR: サーバーが止まりました。もう一度実行すると、続きから消します。');
  const answer = z.parse(stripAnswerSchema, JSON.parse(line));
  if ('error' in answer) throw new ConfigError(answer.error);
  return answer.picture ?? undefined;
}
