/**
 * Records changes of the parts of a course, and of required courses (必修). Only requests for the audit log with details
 * get these entries.
 */
import type { Actor } from '@server/api/access/permissions';
import type { Database } from '@server/db/database';
import { type assignments, companies, courses, users } from '@server/db/schema';
import { eq } from 'drizzle-orm';

import { assignmentFieldNames } from '@/api/assignments';
import type { AuditEntry, AuditPart } from '@/api/audit';
import { dayWordsInJapan } from '@/lib/japan-time';

import { nameOfUser, recordChange } from './audit-log';

/** The stored audit kind of everything that belongs to a course. */
const courseChange = { kind: 'course' } as const;

interface Part {
  part: Exclude<AuditPart, 'assignment'>;
  id: string;
  title: string;
  courseId: string;
}

async function titleOfCourse(transaction: Database, courseId: string): Promise<string> {
  const [course] = await transaction.select({ title: courses.title }).from(courses).where(eq(courses.id, courseId));
  return course?.title ?? 'なし';
}

/**
 * Records a change of a section, chapter, lesson or question set, with its course.
 *
 * @param part with what was changed in `details`; if `action` is `change` and there are none, no entry is written.
 */
export async function recordPart(
  transaction: Database,
  actor: Pick<Actor, 'id'>,
  action: AuditEntry['action'],
  { part, id, title, courseId, details }: Part & { details?: string },
): Promise<void> {
  if (action === 'change' && details === undefined) return;
  const place = `コース：${await titleOfCourse(transaction, courseId)}`;
  const words = details === undefined ? place : `${place}、${details}`;
  await recordChange(transaction, actor, {
    ...courseChange,
    action,
    part,
    subjectId: id,
    subjectName: title,
    details: words,
  });
}

type Assignment = Pick<typeof assignments.$inferSelect, 'id' | 'courseId' | 'companyId' | 'userIds' | 'dueAt'>;

async function targetOf(transaction: Database, { companyId, userIds }: Assignment): Promise<string> {
  if (companyId !== null) {
    const [company] = await transaction.select().from(companies).where(eq(companies.id, companyId));
    return company?.name ?? 'なし';
  }
  const [userId = '', ...others] = userIds ?? [];
  const [person] = await transaction.select().from(users).where(eq(users.id, userId));
  const name = person ? nameOfUser(person) : '削除された利用者';
  return others.length > 0 ? `${name}ほか${others.length}名` : name;
}

/** Describes the changes of an assignment (a required course); undefined if nothing was changed. */
function describeAssignment(before: Assignment & { note: string }, after: Assignment & { note: string }) {
  const words: string[] = [];
  const days = [before, after].map(({ dueAt }) => dayWordsInJapan(dueAt));
  if (Date.parse(before.dueAt) !== Date.parse(after.dueAt))
    words.push(`${assignmentFieldNames.dueAt}：${days.join(' → ')}`);
  const counts = [before, after].map(({ userIds }) => userIds?.length ?? 0);
  if (before.userIds?.toSorted().join(' ') !== after.userIds?.toSorted().join(' '))
    words.push(`人数：${counts.map((count) => `${count}名`).join(' → ')}`);
  if (before.note !== after.note) words.push(assignmentFieldNames.note);
  return words.join('、') || undefined;
}

type StoredAssignment = Assignment & { note: string };

/** Records a change of an assignment in the audit log, under its course's title. */
export async function recordAssignment(
  transaction: Database,
  actor: Pick<Actor, 'id'>,
  action: AuditEntry['action'],
  { before, assignment }: { before?: StoredAssignment; assignment: StoredAssignment },
): Promise<void> {
  const changed = before && describeAssignment(before, assignment);
  if (before && changed === undefined) return;
  const words = [
    `対象：${await targetOf(transaction, assignment)}`,
    changed ?? `期限：${dayWordsInJapan(assignment.dueAt)}`,
  ];
  const subjectName = await titleOfCourse(transaction, assignment.courseId);
  const change = { ...courseChange, action, part: 'assignment', subjectId: assignment.id, subjectName } as const;
  await recordChange(transaction, actor, { ...change, details: words.join('、') });
}
