/** Updates versions: a change also changes the version of everything above it (docs/wire.md, "Resources"). */
import { takeAdvisoryLock } from '@server/db/advisory-lock';
import { type Database, laterThan } from '@server/db/database';
import { chapters, courses, lessons, sections } from '@server/db/schema';
import { eq, inArray, sql } from 'drizzle-orm';

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

/** The values of an update that gives a course a new version. A version that is not checked yet stays so. */
export const newVersion = {
  updatedAt: laterThan(courses.updatedAt),
  checkedVersion: sql`case when ${courses.checkedVersion} = ${courses.updatedAt} then ${laterThan(courses.updatedAt)}
    else ${courses.checkedVersion} end`,
};

/**
 * Runs a transaction that writes courses or anything below them. These transactions run one at a time, so that a value
 * that one reads, such as a lesson's chapter, is still the stored one when it writes.
 */
export function writeCurriculum(database: Database, work: (transaction: Database) => Promise<void>): Promise<void> {
  return database.transaction(async (transaction) => {
    await takeAdvisoryLock(transaction, 'courses');
    await work(transaction);
  });
}

/**
 * Sets new versions of courses, sections and lessons, and locks their rows until the transaction ends: readers of a
 * course's lessons, such as a learner's completion, wait for it.
 */
export async function touch(transaction: Database, ...places: readonly Place[]): Promise<void> {
  const courseIds = [...new Set(places.map((place) => place.courseId))];
  for (const courseId of courseIds) {
    await transaction.update(courses).set(newVersion).where(eq(courses.id, courseId));
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
