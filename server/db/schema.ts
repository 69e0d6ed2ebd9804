/** All tables: drizzle-kit generates migrations from them, and they are the type of the database. */
import { index, integer, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';

import type { AuditEntry, AuditPart, BasicAuditKind } from '@/api/audit';
import type { TrashKind, TrashParent } from '@/api/trash';

import { instant } from './column-types';
import { users } from './people-tables';

export * from './curriculum-tables';
export * from './people-tables';
export * from './study-tables';

/** The table of deleted courses, sections, chapters, lessons and question sets (docs/decisions/0084). */
export const trash = pgTable(
  'trash',
  {
    id: text().primaryKey(),
    kind: text().$type<TrashKind>().notNull(),
    subjectId: text('subject_id').notNull(),
    title: text().notNull(),
    /** The id of the deleted thing's parent; null for a course. */
    parentId: text('parent_id'),
    /** The parents of the deleted thing from the course down, with their titles at the time of the deletion. */
    parents: jsonb().$type<TrashParent[]>().notNull(),
    /**
     * The ids of the siblings in their order, including the deleted thing and siblings that were in the trash already.
     */
    siblings: text().array().notNull(),
    deletedAt: instant('deleted_at').notNull(),
    deletedBy: text('deleted_by').notNull(),
    /** The format version of `rows`, which holds the deleted rows of the curriculum's tables, see trash-rows.ts. */
    rowsVersion: integer('rows_version').notNull(),
    rows: jsonb().notNull(),
    /** The ids of files that the rows refer to: texts of lessons, covers. */
    contentIds: text('content_ids').array().notNull(),
    /**
     * The ids of the markdown files of deleted lessons, earlier versions too; `text_pictures` has the pictures that
     * they show.
     */
    textIds: text('text_ids').array().notNull(),
    /**
     * The pictures that the deleted question sets show, in the form of `text_pictures`; null if an older version of the
     * server wrote the row, until the row is scanned.
     */
    pictures: text().array(),
  },
  (table) => [index('trash_deleted').on(table.deletedAt)],
);

/** The table of idempotency keys: what each create with a key was answered (docs/decisions/0092). */
export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    userId: text('user_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    /** The path of the call, such as /api/v1/courses. */
    call: text().notNull(),
    key: text().notNull(),
    /** SHA-256 of the request's body without its password. */
    bodyHash: text('body_hash').notNull(),
    /** The scrypt hash of the password in the body; null without one. */
    passwordHash: text('password_hash'),
    /** The body of the response as JSON; null only within the transaction that creates. */
    answer: text(),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.call, table.key] }),
    index('idempotency_keys_created').on(table.createdAt),
  ],
);

/** The table of the audit log. No foreign keys: entries outlive the users that they name, for 400 days. */
export const auditEntries = pgTable(
  'audit_entries',
  {
    id: text().primaryKey(),
    at: instant('at').notNull(),
    /** The acting user; null if the start of a server made the change. */
    actorId: text('actor_id'),
    /** The actor's name at the time of the change. */
    actorName: text('actor_name'),
    action: text().$type<AuditEntry['action']>().notNull(),
    kind: text().$type<BasicAuditKind>().notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /**
     * The kind of the changed part of a course, or `assignment`. Such entries have the `kind` `course`, because older
     * servers return every row and older apps read only the kinds that they know.
     */
    part: text().$type<AuditPart>(),
    /** Describes what was changed; null in entries of earlier versions, and where the action alone says everything. */
    details: text(),
  },
  (table) => [index('audit_entries_at').on(table.at)],
);

/**
 * The table of required courses. No foreign keys to courses and people: an assignment of a deleted course affects no
 * learner.
 */
export const assignments = pgTable(
  'assignments',
  {
    id: text().primaryKey(),
    courseId: text('course_id').notNull(),
    /** The company whose people must take the course; either this or `userIds` is set. */
    companyId: text('company_id'),
    userIds: text('user_ids').array(),
    dueAt: instant('due_at').notNull(),
    note: text().notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('assignments_due').on(table.dueAt, table.id)],
);

/** The table of the service's own values: the signing keys and the general information. */
export const settings = pgTable('settings', {
  key: text().primaryKey(),
  value: jsonb().notNull(),
});

/** Work that the server does in pieces in the background. */
export const pendingWork = pgTable('pending_work', {
  id: text().primaryKey(),
  kind: text().notNull(),
  /** What is left to do, in the kind's own form. */
  state: jsonb().$type<object>().notNull(),
  /** The next piece runs no earlier. */
  runAfter: instant('run_after').notNull(),
});
