/** The audit log: who created, changed and deleted which user, company or course (docs/decisions/0056). */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { type Database, now, type Slice } from '@server/db/database';
import { auditEntries, users } from '@server/db/schema';
import { count, desc, eq, lt, sql } from 'drizzle-orm';

import type { AuditEntry } from '@/api/audit';

const KEPT_DAYS = 400;

interface NamedUser {
  name: string;
  username: string;
}

/** Returns name and user name, because several people may have the same name. */
function nameOfUser({ name, username }: NamedUser): string {
  return `${name}（${username}）`;
}

/** An action and its subject, with the subject's name after the change. */
type Change = Pick<AuditEntry, 'action' | 'kind' | 'subjectId' | 'subjectName'>;

/**
 * Records a change in the transaction that makes it, and deletes entries older than 400 days.
 *
 * @param actor undefined if the start of a server made the change.
 */
export async function recordChange(
  transaction: Database,
  actor: Pick<Actor, 'id'> | undefined,
  change: Change,
): Promise<void> {
  const isActor = eq(users.id, actor?.id ?? '');
  const [person] = await transaction.select({ name: users.name, username: users.username }).from(users).where(isActor);
  const by = { actorId: actor?.id ?? null, actorName: person ? nameOfUser(person) : null };
  await transaction.insert(auditEntries).values({ id: randomUUID(), at: now, ...by, ...change });
  const expiredBefore = sql`${now} - make_interval(days => ${KEPT_DAYS})`;
  await transaction.delete(auditEntries).where(lt(auditEntries.at, expiredBefore));
}

/** Records a change of a user. @param user with the names after the change. */
export function recordUserChange(
  transaction: Database,
  actor: Pick<Actor, 'id'> | undefined,
  action: AuditEntry['action'],
  user: NamedUser & { id: string },
): Promise<void> {
  const change: Change = { action, kind: 'user', subjectId: user.id, subjectName: nameOfUser(user) };
  return recordChange(transaction, actor, change);
}

/** Returns one page of the log, newest first. */
export async function listAudit(database: Database, { limit, offset }: Slice) {
  const [counted] = await database.select({ total: count() }).from(auditEntries);
  const items: AuditEntry[] = await database
    .select()
    .from(auditEntries)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  return { items, total: counted?.total ?? 0 };
}
