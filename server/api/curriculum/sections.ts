/** Reads sections and chapters in the shapes of the API. */
import type { Role } from '@server/api/access/permissions';
import { visibleTo } from '@server/api/access/visibility';
import type { Database, Slice } from '@server/db/database';
import { chapters, courses, sections } from '@server/db/schema';
import { and, asc, count, eq, getTableColumns, type SQL } from 'drizzle-orm';
import type * as z from 'zod/mini';

import type { chapterSchema } from '@/api/chapters';
import type { sectionDetailSchema, sectionSchema } from '@/api/sections';

import { readChapters } from './outline';

type SectionAnswer = z.input<typeof sectionSchema>;
type SectionDetailAnswer = z.input<typeof sectionDetailSchema>;
type ChapterAnswer = z.input<typeof chapterSchema>;

function selectSections(database: Database, condition: SQL | undefined) {
  return database
    .select(getTableColumns(sections))
    .from(sections)
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(condition)
    .orderBy(asc(courses.order), asc(courses.id), asc(sections.order), asc(sections.id));
}

/** Returns one page of sections, in reading order. */
export async function listSections(database: Database, role: Role, { limit, offset }: Slice) {
  const [counted] = await database
    .select({ total: count() })
    .from(sections)
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(visibleTo(role));
  const items: SectionAnswer[] = await selectSections(database, visibleTo(role)).limit(limit).offset(offset);
  return { items, total: counted?.total ?? 0 };
}

/** Finds a section with its chapters; undefined if it does not exist or the role may not see it. */
export async function findSection(database: Database, role: Role, sectionId: string) {
  const [section] = await selectSections(database, and(eq(sections.id, sectionId), visibleTo(role)));
  if (!section) return undefined;
  const chaptersOf = await readChapters(database, 'section', sectionId);
  return { ...section, chapters: chaptersOf.get(sectionId) ?? [] } satisfies SectionDetailAnswer;
}

function selectChapters(database: Database, condition: SQL | undefined) {
  return database
    .select(getTableColumns(chapters))
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(condition)
    .orderBy(
      ...[courses.order, courses.id, sections.order, sections.id, chapters.order, chapters.id].map((column) =>
        asc(column),
      ),
    );
}

/** Returns one page of chapters, in reading order. */
export async function listChapters(database: Database, role: Role, { limit, offset }: Slice) {
  const [counted] = await database
    .select({ total: count() })
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .innerJoin(courses, eq(courses.id, sections.courseId))
    .where(visibleTo(role));
  const items: ChapterAnswer[] = await selectChapters(database, visibleTo(role)).limit(limit).offset(offset);
  return { items, total: counted?.total ?? 0 };
}

/** Finds a chapter; undefined if it does not exist or the role may not see it. */
export async function findChapter(database: Database, role: Role, chapterId: string) {
  const [chapter] = await selectChapters(database, and(eq(chapters.id, chapterId), visibleTo(role)));
  return chapter satisfies ChapterAnswer | undefined;
}
