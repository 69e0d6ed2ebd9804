/** Keeps who made, changed and deleted what, and reads it (docs/decisions/0056). */
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

/** Several people may have one name. */
function nameOfUser({ name, username }: NamedUser): string {
  return `${name}（${username}）`;
}

/** What was done, to what, as it is called from then on. */
type Change = Pick<AuditEntry, 'action' | 'kind' | 'subjectId' | 'subjectName'>;

/**
 * Keeps a change, in the transaction that makes it, and forgets all that is too long ago.
 *
 * @param actor undefined: the start of a server.
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
  const tooLongAgo = sql`${now} - make_interval(days => ${KEPT_DAYS})`;
  await transaction.delete(auditEntries).where(lt(auditEntries.at, tooLongAgo));
}

/** {@link recordChange} of a person. @param user as they are called from then on. */
export function recordUserChange(
  transaction: Database,
  actor: Pick<Actor, 'id'> | undefined,
  action: AuditEntry['action'],
  user: NamedUser & { id: string },
): Promise<void> {
  const change: Change = { action, kind: 'user', subjectId: user.id, subjectName: nameOfUser(user) };
  return recordChange(transaction, actor, change);
}

/** One page, newest first. */
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
