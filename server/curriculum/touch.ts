/** Versions: a change moves the version of everything above it (docs/wire.md, "Resources"). */
import { type Database, laterThan } from '@server/db/database';
import { chapters, courses, lessons, sections } from '@server/db/schema';
import { eq, inArray } from 'drizzle-orm';

/** Where something stands in the curriculum. */
export interface Place {
  courseId: string;
  sectionId?: string;
  chapterId?: string;
  lessonId?: string;
}

/** Where a section stands; undefined when there is none. */
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

/** Where a chapter stands; undefined when there is none. */
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

/** Where a lesson stands; undefined when there is none. */
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
 * Moves the versions of courses, sections and lessons. To be called first in a transaction: the courses' rows stay
 * locked until it ends, so that changes below one course happen one after the other.
 */
export async function touch(transaction: Database, ...places: readonly Place[]): Promise<void> {
  // In the order of their ids: two transactions that move things between the same courses must not wait for each other.
  for (const courseId of [...new Set(places.map((place) => place.courseId))].toSorted()) {
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
