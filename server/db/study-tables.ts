/** The tables of read marks and submits. No foreign keys: rows survive lessons and users (docs/wire.md). */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { CompletedLesson, CompletedSet } from '@/api/completions';
import type { Answer, Submit } from '@/api/submits';

import { instant } from './column-types';

export const lessonReads = pgTable(
  'lesson_reads',
  {
    userId: text('user_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    /** The time of the first reading, by the learner's clock if the client sends it. */
    readAt: instant('read_at').notNull(),
    /**
     * The time when the server received the first reading; null in rows older than this column, for which `readAt` is
     * used.
     */
    receivedAt: instant('received_at'),
    /**
     * False in rows of older builds that were written after a rollback: the completions that they cause may not be
     * recorded.
     */
    checked: boolean().notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.lessonId] }),
    index('lesson_reads_unchecked')
      .on(table.lessonId)
      .where(sql`not checked`),
    // A covering index: it has all columns that a learner's status needs, so that the table itself is not read.
    index('lesson_reads_status').on(table.userId, table.lessonId, table.readAt),
    index('lesson_reads_lesson').on(table.lessonId),
  ],
);

/**
 * The number of readings of each person by course, of lessons that exist; pairs without readings have no row. Triggers
 * of the migration 0020 keep the numbers, also for older builds on the same database (docs/decisions/0098).
 */
export const readCounts = pgTable(
  'read_counts',
  {
    userId: text('user_id').notNull(),
    courseId: text('course_id').notNull(),
    reads: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseId] })],
);

/** The answer keys of a submit's results. */
export interface GradedKeys {
  /** The `gradedVersion` of the submit to which the keys belong. */
  version: string;
  /** For each result that counts in the score, in the same order: see server/api/curriculum/graded-keys.ts. */
  keys: readonly (string | null)[];
}

export const submits = pgTable(
  'submits',
  {
    id: text().primaryKey(),
    userId: text('user_id').notNull(),
    clientSubmitId: text('client_submit_id').notNull(),
    questionSetId: text('question_set_id').notNull(),
    /** The version that the learner answered, which may be older than the scored one. */
    questionSetUpdatedAt: instant('question_set_updated_at').notNull(),
    answers: jsonb().$type<Answer[]>().notNull(),
    results: jsonb().$type<Submit['results']>().notNull(),
    score: integer().notNull(),
    maxScore: integer('max_score').notNull(),
    /** The time of the submit by the learner's clock. */
    answeredAt: instant('answered_at').notNull(),
    receivedAt: instant('received_at').notNull(),
    /** The earlier of `answeredAt` and `receivedAt`: a clock that is ahead makes no study days in the future. */
    studiedAt: instant('studied_at').notNull(),
    /**
     * The version of the question set whose answer key gave the score; null in rows older than this column that were
     * never graded again.
     */
    gradedVersion: instant('graded_version'),
    /**
     * The answer keys by which the questions were graded; null in rows of builds that do not know the column. Those
     * builds change `gradedVersion` alone: if `version` differs from it, the keys are outdated.
     */
    gradedKeys: jsonb('graded_keys').$type<GradedKeys>(),
    /** The time when regrading (再採点) last changed the score, and the score before; null if that never happened. */
    rescoredAt: instant('rescored_at'),
    scoreBefore: integer('score_before'),
  },
  (table) => [
    uniqueIndex('submits_client_id').on(table.userId, table.clientSubmitId),
    index('submits_user_set').on(table.userId, table.questionSetId, table.answeredAt),
    index('submits_set').on(table.questionSetId, table.id),
  ],
);

/**
 * The table of completed courses, each as it was at the moment of completion. Rows are never changed or deleted, not
 * even when the course is (docs/decisions/0080).
 */
export const completions = pgTable(
  'completions',
  {
    userId: text('user_id').notNull(),
    courseId: text('course_id').notNull(),
    /** The time when the last of the course's lessons was read, by the learner's clock if the client sends it. */
    completedAt: instant('completed_at').notNull(),
    /**
     * The time when the server wrote the row; the scores are those of that moment. The default serves older builds,
     * which do not set the column.
     */
    recordedAt: instant('recorded_at')
      .notNull()
      .default(sql`now()`),
    /**
     * The time when the server received the last of the readings; null in rows of builds that do not know the column
     * (use `recordedAt`).
     */
    receivedAt: instant('received_at'),
    courseTitle: text('course_title').notNull(),
    lessons: jsonb().$type<CompletedLesson[]>().notNull(),
    questionSets: jsonb('question_sets').$type<CompletedSet[]>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.courseId] })],
);
