/** Updates versions: a change also changes the version of everything above it (docs/wire.md, "Resources"). */
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import { type Database, laterThan } from '@server/db/database';
import { chapters, courses, lessons, sections } from '@server/db/schema';
import { eq, inArray } from 'drizzle-orm';

/** The ids of a section, chapter, lesson or set and of its parents in the curriculum. */
export interface Place {
  courseId: string;
  sectionId?: string;
  chapterId?: string;
  lessonId?: string;
}

/** Finds a section's parents; undefined if it does not exist. */
export async function placeOfSection(
  database: Database,
  sectionId: string,
): Promise<Required<Pick<Place, 'courseId' | 'sectionId'>> | undefined> {
  const [place] = await database
    .select({ courseId: sections.courseId, sectionId: sections.id })
    .from(sections)
    .where(eq(sections.id, sectionId));
  return place;
}

/** Finds a chapter's parents; undefined if it does not exist. */
export async function placeOfChapter(
  database: Database,
  chapterId: string,
): Promise<Required<Omit<Place, 'lessonId'>> | undefined> {
  const [place] = await database
    .select({ courseId: sections.courseId, sectionId: sections.id, chapterId: chapters.id })
    .from(chapters)
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(eq(chapters.id, chapterId));
  return place;
}

/** Finds a lesson's parents; undefined if it does not exist. */
export async function placeOfLesson(database: Database, lessonId: string): Promise<Required<Place> | undefined> {
  const [place] = await database
    .select({ courseId: sections.courseId, sectionId: sections.id, chapterId: chapters.id, lessonId: lessons.id })
    .from(lessons)
    .innerJoin(chapters, eq(chapters.id, lessons.chapterId))
    .innerJoin(sections, eq(sections.id, chapters.sectionId))
    .where(eq(lessons.id, lessonId));
  return place;
}

/**
 * Sets new versions of courses, sections and lessons. Call it first in a transaction: it locks the courses' rows until the
 * transaction ends, so that changes below one course are serialised.
 */
export async function touch(transaction: Database, ...places: readonly Place[]): Promise<void> {
  const courseIds = [...new Set(places.map((place) => place.courseId))];
  // Only one transaction at a time may lock several courses, because two of them could deadlock.
  if (courseIds.length > 1) await takeAdvisoryLock(transaction, 'courses');
  for (const courseId of courseIds) {
    await transaction
      .update(courses)
      .set({ updatedAt: laterThan(courses.updatedAt) })
      .where(eq(courses.id, courseId));
  }
  const sectionIds = places.flatMap((place) => place.sectionId ?? []);
  if (sectionIds.length > 0) {
    await transaction
      .update(sections)
      .set({ updatedAt: laterThan(sections.updatedAt) })
      .where(inArray(sections.id, sectionIds));
  }
  const lessonIds = places.flatMap((place) => place.lessonId ?? []);
  if (lessonIds.length > 0) {
    await transaction
      .update(lessons)
      .set({ updatedAt: laterThan(lessons.updatedAt) })
      .where(inArray(lessons.id, lessonIds));
  }
}
