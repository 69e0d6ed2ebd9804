/** The table of deleted courses, sections, chapters, lessons and question sets (docs/decisions/0084). */
import { index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';

import type { TrashKind, TrashParent } from '@/api/trash';

import { instant } from './column-types';

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
