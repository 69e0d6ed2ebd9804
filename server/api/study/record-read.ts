/** Records that a lesson was read, and the completion of its course with the last lesson. Idempotent. */
import type { Actor, Role } from '@server/api/access/permissions';
import { isChapterVisibleTo } from '@server/api/access/visibility';
import { recordCompletion } from '@server/api/completions/record-completions';
import { type Database, now } from '@server/db/database';
import { preparedStatement } from '@server/db/prepared-statement';
import { lessonReads, lessons, users } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';

import type { DatedRead } from '@/api/study-history';

import { readReceivedAt } from './progress';
import { plausibleTime, laterStudyTime, studiedAt } from './study-time';

/** Inserts the read mark and updates the user in one statement, and so in one transaction. */
const statement = preparedStatement((database, role: Role, isTimed: boolean) => {
  const userId = sql.placeholder('userId');
  // A reading is dated no earlier than the account.
  const createdAt = sql`(select ${users.createdAt} from ${users} where ${users.id} = ${userId})`;
  const readAt = isTimed ? sql<string>`greatest(${studiedAt('at')}, ${createdAt})` : now;
  // Repeating the call without a timestamp must not move `readAt` back, even if the server's clock was set back.
  const earliest = isTimed ? sql`least(${lessonReads.readAt}, excluded.read_at)` : sql`${lessonReads.readAt}`;
  const mark = database
    .select({
      userId: sql<string>`${userId}`.as('reader'),
      lessonId: lessons.id,
      readAt: readAt.as('read'),
      receivedAt: now.as('received'),
      checked: sql<boolean>`true`.as('checked'),
    })
    .from(lessons)
    .where(and(eq(lessons.id, sql.placeholder('lessonId')), isChapterVisibleTo(role, lessons.chapterId)));
  const made = database.$with('made').as(
    database
      .insert(lessonReads)
      .select(mark)
      .onConflictDoUpdate({ target: [lessonReads.userId, lessonReads.lessonId], set: { readAt: earliest } })
      .returning({ readAt: lessonReads.readAt, receivedAt: readReceivedAt.as('received') }),
  );
  return database
    .with(made)
    .update(users)
    .set({ lastStudiedAt: laterStudyTime(made.readAt) })
    .from(made)
    .where(eq(users.id, userId))
    .returning({ readAt: made.readAt, receivedAt: made.receivedAt })
    .prepare(`read-${role}-${isTimed}`);
});

/**
 * Marks a lesson as read. Repeating the call returns the first mark; an earlier `at` moves its `readAt` back.
 *
 * @param at time of reading by the learner's clock, ISO 8601; default: now.
 * @returns undefined if the lesson does not exist or the learner may not see it.
 */
export async function recordRead(
  database: Database,
  { id, role }: Actor,
  lessonId: string,
  at?: string,
): Promise<DatedRead | undefined> {
  const known = at === undefined ? {} : { at: plausibleTime(at) };
  return database.transaction(async (transaction) => {
    const [read] = await statement(transaction, role, at !== undefined).execute({ userId: id, lessonId, ...known });
    if (!read) return undefined;
    await recordCompletion(transaction, id, lessonId);
    return { lessonId, ...read };
  });
}
