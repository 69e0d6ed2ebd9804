/** The audit log: who created, changed and deleted what (docs/decisions/0056, 0082). */
import { randomUUID } from 'node:crypto';

import type { Actor } from '@server/api/access/permissions';
import { type Database, now, type Slice } from '@server/db/database';
import { auditEntries, users } from '@server/db/schema';
import { containsWords, folded } from '@server/db/search-columns';
import { and, count, desc, eq, gte, isNull, lt, or, sql } from 'drizzle-orm';

import type { AuditEntry, AuditPart, AuditQuery, BasicAuditKind } from '@/api/audit';

const KEPT_DAYS = 400;

interface NamedUser {
  name: string;
  username: string;
}

/** Returns a person's name with the user name, because several people may have the same name. */
export function nameOfUser({ name, username }: NamedUser): string {
  return `${name}（${username}）`;
}

/** An audited action and its subject, with the subject's name after the change. */
type Change = Pick<AuditEntry, 'action' | 'subjectId' | 'subjectName'> & {
  kind: BasicAuditKind;
  part?: AuditPart;
  details?: string;
};

/**
 * Records a change in the audit log, in the transaction that makes the change, and deletes log entries older than 400
 * days.
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

/** Records a change of a user. @param user with the names after the change, and what was changed. */
export function recordUserChange(
  transaction: Database,
  actor: Pick<Actor, 'id'> | undefined,
  action: AuditEntry['action'],
  { id, details, ...user }: NamedUser & { id: string; details?: string },
): Promise<void> {
  const change: Change = { action, kind: 'user', subjectId: id, subjectName: nameOfUser(user), details };
  return recordChange(transaction, actor, change);
}

/**
 * Returns the SQL condition of the audit log's filters. Without `details` it selects only the kinds of entries that
 * every version of the app reads.
 */
function whereOf({ details, q = '', person, from, to }: AuditQuery) {
  const { actorId, actorName, subjectId, subjectName, details: text, part, at } = auditEntries;
  const searched = folded(sql`concat_ws('|', ${actorName}, ${subjectName}, ${text})`);
  return and(
    details ? undefined : isNull(part),
    person === undefined ? undefined : or(eq(actorId, person), eq(subjectId, person)),
    from === undefined ? undefined : gte(at, from),
    to === undefined ? undefined : lt(at, to),
    containsWords(searched, q),
  );
}

/** Returns one page of the audit log, newest first. */
export async function listAudit(database: Database, query: AuditQuery, { limit, offset }: Slice) {
  const where = whereOf(query);
  const [counted] = await database.select({ total: count() }).from(auditEntries).where(where);
  const rows = await database
    .select()
    .from(auditEntries)
    .where(where)
    .orderBy(desc(auditEntries.at), desc(auditEntries.id))
    .limit(limit)
    .offset(offset);
  const items = rows.map(({ details, part, ...entry }): AuditEntry => {
    return query.details ? { ...entry, kind: part ?? entry.kind, details: details ?? undefined } : entry;
  });
  return { items, total: counted?.total ?? 0 };
}
