/** Inserts a demo course with everything below it, with one insert per table. */
import { fileKindOf } from '@server/api/content/accepted-files';
import { picturesOfMarkdown, picturesOfQuestionSet, savePictures } from '@server/api/pictures/text-pictures';
import type { Database } from '@server/db/database';
import { chapters, contents, courses, lessons, questionSets, sections } from '@server/db/schema';

import { CONTENT_CONTAINER } from '@/lib/constants';

import type { DemoCourse, DemoFile } from './course-files';

/** The demo course's position and the time of all its rows. */
interface Written {
  order: number;
  updatedAt: string;
}

async function insertFiles(database: Database, files: readonly DemoFile[], updatedAt: string): Promise<void> {
  const rows = files.flatMap(({ id, fileName, bytes }) => {
    const kind = fileKindOf(bytes, fileName);
    if (!kind) return [];
    const stored = {
      id,
      containerName: CONTENT_CONTAINER,
      fileName,
      ...kind,
      byteLength: bytes.length,
      bytes,
      updatedAt,
    };
    // The demo's pictures count as free of metadata without a check, because a test checks that.
    return [{ ...stored, strippedVersion: kind.fileType === 'img' ? updatedAt : null }];
  });
  if (rows.length > 0) await database.insert(contents).values(rows);
  await savePictures(database, rows.filter(({ fileType }) => fileType === 'md').map(picturesOfMarkdown));
}

/** Lists all lessons of a course with chapter id and position. */
function listLessons(course: DemoCourse) {
  const chapterList = course.sections.flatMap((section) => section.chapters);
  return chapterList.flatMap((chapter) =>
    chapter.lessons.map((lesson, order) => ({ ...lesson, chapterId: chapter.id, order })),
  );
}

async function insertOutline(database: Database, course: DemoCourse, updatedAt: string): Promise<void> {
  const sectionRows = course.sections.map(({ id, title, description }, order) => {
    return { id, courseId: course.id, title, description, order, updatedAt };
  });
  const chapterRows = course.sections.flatMap((section) =>
    section.chapters.map(({ id, title }, order) => ({ id, sectionId: section.id, title, order, updatedAt })),
  );
  await database.insert(sections).values(sectionRows);
  await database.insert(chapters).values(chapterRows);
}

async function insertLessons(database: Database, course: DemoCourse, updatedAt: string): Promise<void> {
  const contentIds = new Set(course.markdown.map((file) => file.id));
  const lessonList = listLessons(course);
  const lessonRows = lessonList.map(({ id, chapterId, title, order, minutes }) => {
    const contentId = contentIds.has(`${id}-md`) ? `${id}-md` : null;
    return { id, chapterId, title, order, minutes, contentId, updatedAt };
  });
  await database.insert(lessons).values(lessonRows);
  const setRows = lessonList.flatMap((lesson) =>
    lesson.questionSets.flatMap((setId, order) => {
      const set = course.questionSets.get(setId);
      return set ? [{ ...set, lessonId: lesson.id, order, updatedAt }] : [];
    }),
  );
  if (setRows.length > 0) await database.insert(questionSets).values(setRows);
  await savePictures(database, setRows.map(picturesOfQuestionSet));
}

/** Inserts a demo course that the database does not have. */
export async function insertCourse(
  database: Database,
  course: DemoCourse,
  status: 'draft' | 'published',
  { order, updatedAt }: Written,
): Promise<void> {
  await insertFiles(database, [...course.markdown, ...course.images], updatedAt);
  const { id, title, description } = course;
  const thumbnailContentId = course.images.find((image) => image.id === course.thumbnail)?.id ?? null;
  const versions = { updatedAt, checkedVersion: updatedAt };
  await database.insert(courses).values({ id, title, description, status, order, thumbnailContentId, ...versions });
  await insertOutline(database, course, updatedAt);
  await insertLessons(database, course, updatedAt);
}
