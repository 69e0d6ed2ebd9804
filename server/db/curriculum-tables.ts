/** The tables of the curriculum: courses, sections, chapters, lessons, question sets, and their files. */
import { sql } from 'drizzle-orm';
import { index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { CourseStatus } from '@/api/courses';
import type { FileType } from '@/api/files/contents';
import type { NewQuestion } from '@/api/question-set-edits';

import { bytea, instant, timeRange, version } from './column-types';
import { folded } from './search-columns';

export const contents = pgTable(
  'contents',
  {
    id: text().primaryKey(),
    containerName: text('container_name').notNull(),
    fileName: text('file_name').notNull(),
    fileType: text('file_type').$type<FileType>().notNull(),
    mediaType: text('media_type').notNull(),
    byteLength: integer('byte_length').notNull(),
    /** Content files are stored in the database, so that all instances share them and backups contain them. */
    bytes: bytea().notNull(),
    updatedAt: instant('updated_at').notNull(),
    /**
     * The `updatedAt` at which the picture's metadata was last removed. If it differs from the row's, an older version
     * of the server has saved the picture since.
     */
    strippedVersion: instant('stripped_version'),
  },
  (table) => [
    uniqueIndex('contents_name').on(table.containerName, table.fileName),
    index('contents_updated').on(table.updatedAt),
  ],
);

/** A generated column with the folded title, for searching. */
const titleText = () =>
  text('search_text')
    .notNull()
    .generatedAlwaysAs(folded(sql`title`));

export const courses = pgTable('courses', {
  id: text().primaryKey(),
  title: text().notNull(),
  description: text().notNull(),
  status: text().$type<CourseStatus>().notNull(),
  order: integer().notNull(),
  thumbnailContentId: text('thumbnail_content_id').references(() => contents.id),
  updatedAt: instant('updated_at').notNull(),
  /** The time when the course was first published; null before that, and in rows older than this column. */
  publishedAt: instant('published_at'),
  /**
   * The periods in which the course was a draft; the last one has no end while it is one. Null in rows of older builds.
   */
  drafts: timeRange().array(),
  /**
   * The `updatedAt` up to which all completions are recorded or noted as pending work. If it differs from the row's, an
   * older build has changed the course since.
   */
  checkedVersion: instant('checked_version'),
  searchText: titleText(),
});

export const sections = pgTable(
  'sections',
  {
    id: text().primaryKey(),
    courseId: text('course_id')
      .notNull()
      .references(() => courses.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    description: text().notNull(),
    order: integer().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('sections_course').on(table.courseId, table.order)],
);

export const chapters = pgTable(
  'chapters',
  {
    id: text().primaryKey(),
    sectionId: text('section_id')
      .notNull()
      .references(() => sections.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    order: integer().notNull(),
    updatedAt: version(),
  },
  (table) => [index('chapters_section').on(table.sectionId, table.order)],
);

export const lessons = pgTable(
  'lessons',
  {
    id: text().primaryKey(),
    chapterId: text('chapter_id')
      .notNull()
      .references(() => chapters.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    order: integer().notNull(),
    minutes: integer(),
    contentId: text('content_id').references(() => contents.id),
    updatedAt: instant('updated_at').notNull(),
    /** The time when the lesson was added to its course; null in rows older than this column. */
    addedAt: instant('added_at'),
    searchText: titleText(),
  },
  (table) => [index('lessons_chapter').on(table.chapterId, table.order), index('lessons_content').on(table.contentId)],
);

/**
 * The lessons that a course no longer has, with the period in which it had them (docs/decisions/0080). No foreign keys:
 * the rows of a deleted course serve again after its restoration.
 */
export const formerLessons = pgTable(
  'former_lessons',
  {
    courseId: text('course_id').notNull(),
    lessonId: text('lesson_id').notNull(),
    /** The `addedAt` that the lesson had in this course. */
    since: instant(),
    until: instant().notNull(),
    title: text().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.courseId, table.lessonId, table.until] }),
    index('former_lessons_lesson').on(table.lessonId),
  ],
);

export const questionSets = pgTable(
  'question_sets',
  {
    id: text().primaryKey(),
    lessonId: text('lesson_id')
      .notNull()
      .references(() => lessons.id, { onDelete: 'cascade' }),
    title: text().notNull(),
    order: integer().notNull(),
    /** The questions with the right answers. A set is always replaced as a whole. */
    questions: jsonb().$type<NewQuestion[]>().notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [index('question_sets_lesson').on(table.lessonId, table.order)],
);

/**
 * Texts that can show pictures: a markdown file (by content id), a question set, the notice of the general information.
 */
export type TextKind = 'markdown' | 'question-set' | 'notice';

/** The pictures that each text shows (docs/decisions/0025-signed-files.md). */
export const textPictures = pgTable(
  'text_pictures',
  {
    kind: text().$type<TextKind>().notNull(),
    textId: text('text_id').notNull(),
    /**
     * The `updatedAt` of the scanned text. If it differs, an older version of the server has saved the text since: scan
     * it again.
     */
    version: instant().notNull(),
    /** The mention in the text: `content:ID`, or the path of a file. */
    pictures: text().array().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.kind, table.textId] }),
    index('text_pictures_pictures').using('gin', table.pictures),
  ],
);
