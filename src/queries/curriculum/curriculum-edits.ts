/**
 * Edits of courses, sections, chapters and lessons: online only; afterwards all queries that show them are refreshed.
 */
import { queryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';

import {
  type Chapter,
  chapterSchema,
  deleteChapter,
  fetchChapter,
  updateChapter,
  type UpdateChapter,
} from '@/api/chapters';
import {
  type Course,
  courseSchema,
  createCourse,
  deleteCourse,
  fetchCourse,
  fetchCourses,
  type NewCourse,
  updateCourse,
  type UpdateCourse,
} from '@/api/courses';
import { deleteLesson, fetchLesson, type Lesson, lessonSchema, updateLesson, type UpdateLesson } from '@/api/lessons';
import { isMissing } from '@/api/network/errors';
import { needField } from '@/api/network/schema-mismatch';
import { apiUrl } from '@/api/network/transport';
import {
  createSection,
  deleteSection,
  fetchSection,
  type NewSection,
  type Section,
  sectionSchema,
  updateSection,
  type UpdateSection,
} from '@/api/sections';
import { studyCacheName } from '@/offline/copies/study-cache';
import { refreshCurriculum } from '@/queries/after-edit';
import { fetchAllPages } from '@/queries/all-pages';
import { useCapability } from '@/queries/capabilities';
import { pickMade, type Tried, useCreation } from '@/queries/creation';
import { currentAs, type EditFrom, saveAfterReading, saveFrom } from '@/queries/newer-version';
import { useOwner } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { sectionQueries } from './sections';

/** Delete the device's copies of deleted things; the service worker would notice only at its next request for them. */
async function forgetCopies(owner: OwnerKey, paths: readonly string[]): Promise<void> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return;
  const cache = await caches.open(studyCacheName(owner));
  await Promise.all(paths.map((path) => cache.delete(apiUrl(path), { ignoreVary: true })));
}

const readers = { section: fetchSection, chapter: fetchChapter, lesson: fetchLesson };

/** The title of a section, chapter or lesson with its version, for the form that renames it. */
export const titleQueries = {
  detail: (kind: keyof typeof readers, id: string) =>
    queryOptions({
      queryKey: [`${kind}s` as const, id, 'title'],
      queryFn: async ({ signal }): Promise<{ title: string; updatedAt?: string }> => {
        const { title, updatedAt } = await readers[kind](id, signal);
        return { title, updatedAt };
      },
      gcTime: 0,
    }),
};

const courseCreation = {
  create: createCourse,
  find: async ({ title }: NewCourse, tried: Tried) => {
    const courses = await fetchAllPages(fetchCourses);
    return pickMade(
      courses.filter((course) => course.title === title),
      tried,
      ({ updatedAt }) => updatedAt,
    );
  },
};

const sectionCreation = {
  create: createSection,
  find: async ({ courseId, title }: NewSection, tried: Tried) => {
    const { id, sections } = await fetchCourse(String(courseId));
    const made = pickMade(
      needField(sections, `courses/${id}`, 'sections').filter((one) => one.title === title),
      tried,
      ({ updatedAt }) => updatedAt,
    );
    return made && { ...made, courseId: id };
  },
};

/** Returns the function that changes a section to these values; a section cannot move to another course. */
function changeSection(values: NewSection) {
  const { title, description } = values;
  return ({ id, courseId }: Pick<Section, 'id' | 'courseId'>) =>
    courseId === values.courseId ? updateSection(id, { title, description }) : createSection(values);
}

/** The saving functions of forms, each with the version that its form started from. */
function useFormSaves() {
  const comparesVersions = useCapability('versions');
  return {
    /** Each saving function throws {NewerVersionError} when another user has changed the same field meanwhile. */
    saveCourse: (id: string, changes: UpdateCourse, from: EditFrom): Promise<Course> => {
      const send = (updatedAt: string | undefined, sent: UpdateCourse) => updateCourse(id, { ...sent, updatedAt });
      if (comparesVersions && from.base.updatedAt)
        return saveFrom({ ...from, changes, send, readCurrent: currentAs(courseSchema) });
      return saveAfterReading({ ...from, changes, send }, () => fetchCourse(id));
    },
    saveSection: (id: string, changes: UpdateSection, from: EditFrom): Promise<Section> => {
      const send = (updatedAt: string | undefined, sent: UpdateSection) => updateSection(id, { ...sent, updatedAt });
      if (comparesVersions && from.base.updatedAt)
        return saveFrom({ ...from, changes, send, readCurrent: currentAs(sectionSchema) });
      return saveAfterReading({ ...from, changes, send }, () => fetchSection(id));
    },
    saveChapter: (id: string, changes: UpdateChapter, from: EditFrom): Promise<Chapter> => {
      const send = (updatedAt: string | undefined, sent: UpdateChapter) => updateChapter(id, { ...sent, updatedAt });
      return saveFrom({ ...from, changes, send, readCurrent: currentAs(chapterSchema) });
    },
    saveLesson: (id: string, changes: UpdateLesson, from: EditFrom): Promise<Lesson> => {
      const send = (updatedAt: string | undefined, sent: UpdateLesson) => updateLesson(id, { ...sent, updatedAt });
      return saveFrom({ ...from, changes, send, readCurrent: currentAs(lessonSchema) });
    },
  };
}

/**
 * All edits of a course's outline. Each resolves when the screens show it, and rejects with an error for
 * `describeSaveError`.
 */
export function useCurriculumEdits() {
  const queryClient = useQueryClient();
  const owner = useOwner();
  const { saveCourse, saveSection, saveChapter, saveLesson } = useFormSaves();
  const idsOf = (things?: readonly { id: string }[]) => things?.map(({ id }) => id);
  const addCourse = useCreation<NewCourse, Course>({
    ...courseCreation,
    knownIds: () => idsOf(queryClient.getQueryData(courseQueries.list().queryKey)),
  });
  const addSection = useCreation<NewSection, Pick<Section, 'id' | 'courseId'>>({
    ...sectionCreation,
    knownIds: ({ courseId }) =>
      idsOf(queryClient.getQueryData(courseQueries.detail(String(courseId)).queryKey)?.sections),
  });
  const then = <T>(edit: Promise<T>): Promise<T> =>
    edit.then((result) => refreshCurriculum(queryClient).then(() => result));
  /** Runs an edit without typed content; on 404 refreshes the screen, which removes the deleted thing. */
  async function press<T>(edit: Promise<T>): Promise<T> {
    try {
      return await edit;
    } catch (error) {
      if (isMissing(error)) await refreshCurriculum(queryClient);
      throw error;
    }
  }
  async function remove(edit: Promise<void>, path: string, gone: { queryKey: QueryKey }): Promise<void> {
    await press(edit);
    await forgetCopies(owner, [path]).catch(() => undefined);
    await refreshCurriculum(queryClient, gone);
  }
  return {
    createCourse: (values: NewCourse) => then(addCourse(values, ({ id }) => updateCourse(id, values))),
    saveCourse: (id: string, values: UpdateCourse, from: EditFrom) => then(saveCourse(id, values, from)),
    /** Changes the status or the order of an item without a version check. */
    updateCourse: (id: string, values: UpdateCourse) => then(press(updateCourse(id, values))),
    deleteCourse: (id: string) => remove(deleteCourse(id), `/courses/${id}`, courseQueries.detail(id)),
    createSection: (values: NewSection) => then(addSection(values, changeSection(values))),
    saveSection: (id: string, values: UpdateSection, from: EditFrom) => then(saveSection(id, values, from)),
    updateSection: (id: string, values: UpdateSection) => then(press(updateSection(id, values))),
    deleteSection: (id: string) => remove(deleteSection(id), `/sections/${id}`, sectionQueries.detail(id)),
    saveChapter: (id: string, values: UpdateChapter, from: EditFrom) => then(saveChapter(id, values, from)),
    updateChapter: (id: string, values: UpdateChapter) => then(press(updateChapter(id, values))),
    deleteChapter: (id: string) => then(press(deleteChapter(id))),
    saveLesson: (id: string, values: UpdateLesson, from: EditFrom) => then(saveLesson(id, values, from)),
    updateLesson: (id: string, values: UpdateLesson) => then(press(updateLesson(id, values))),
    deleteLesson: (id: string) => remove(deleteLesson(id), `/lessons/${id}`, lessonQueries.detail(id)),
  };
}
