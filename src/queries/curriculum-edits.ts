/** Edits of courses, sections, chapters and lessons: online only, and everything that shows them is read again after. */
import { queryOptions, type QueryKey, useQueryClient } from '@tanstack/react-query';

import {
  type Chapter,
  chapterSchema,
  createChapter,
  deleteChapter,
  fetchChapter,
  type NewChapter,
  updateChapter,
  type UpdateChapter,
} from '@/api/chapters';
import {
  type Course,
  courseSchema,
  createCourse,
  deleteCourse,
  fetchCourse,
  type NewCourse,
  updateCourse,
  type UpdateCourse,
} from '@/api/courses';
import { ApiError } from '@/api/errors';
import { deleteLesson, updateLesson, type UpdateLesson } from '@/api/lessons';
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
import { apiUrl } from '@/api/transport';
import { studyCacheName } from '@/offline/copies/study-cache';
import type { OwnerKey } from '@/session/session';
import { browser } from '@/storage/browser';

import { refreshCurriculum } from './after-edit';
import { useCapabilities } from './capabilities';
import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { currentAs, type EditFrom, saveAfterLook, saveFrom } from './newer-version';
import { useOwner } from './queue';
import { sectionQueries } from './sections';

/** Takes the device's own copies of deleted things away; the worker would only notice when it asks for them. */
async function forgetCopies(owner: OwnerKey, paths: readonly string[]): Promise<void> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return;
  const cache = await caches.open(studyCacheName(owner));
  await Promise.all(paths.map((path) => cache.delete(apiUrl(path), { ignoreVary: true })));
}

/** A chapter by itself, for whoever names it. */
export const chapterEditQueries = {
  detail: (chapterId: string) =>
    queryOptions({
      queryKey: ['chapters', chapterId],
      queryFn: ({ signal }) => fetchChapter(chapterId, signal),
      gcTime: 0,
    }),
};

/** The saves of forms, each from the version that its form started from. */
function useFormSaves() {
  const { versionOf } = useCapabilities();
  return {
    /** @throws {NewerVersionError} when somebody changed one of its fields meanwhile; so the others. */
    saveCourse: (id: string, changes: UpdateCourse, from: EditFrom): Promise<Course> => {
      const send = (updatedAt?: string) => updateCourse(id, { ...changes, updatedAt });
      if (versionOf(from.base.updatedAt))
        return saveFrom({ ...from, changes, send, readCurrent: currentAs(courseSchema) });
      return saveAfterLook({ ...from, changes, send }, () => fetchCourse(id));
    },
    saveSection: (id: string, changes: UpdateSection, from: EditFrom): Promise<Section> => {
      const send = (updatedAt?: string) => updateSection(id, { ...changes, updatedAt });
      if (versionOf(from.base.updatedAt))
        return saveFrom({ ...from, changes, send, readCurrent: currentAs(sectionSchema) });
      return saveAfterLook({ ...from, changes, send }, () => fetchSection(id));
    },
    saveChapter: (id: string, changes: UpdateChapter, from: EditFrom): Promise<Chapter> => {
      const send = (updatedAt?: string) => updateChapter(id, { ...changes, updatedAt: versionOf(updatedAt) });
      return saveFrom({ ...from, changes, send, readCurrent: currentAs(chapterSchema) });
    },
  };
}

/** Every edit of the outline; each resolves when the screens know, and throws what `describeSaveError` explains. */
export function useCurriculumEdits() {
  const queryClient = useQueryClient();
  const owner = useOwner();
  const { saveCourse, saveSection, saveChapter } = useFormSaves();
  async function then<T>(edit: Promise<T>): Promise<T> {
    const result = await edit;
    await refreshCurriculum(queryClient);
    return result;
  }
  /** What is pressed, and holds nothing that was typed: where somebody has deleted the thing, it goes from the screen. */
  async function press<T>(edit: Promise<T>): Promise<T> {
    try {
      return await edit;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) await refreshCurriculum(queryClient);
      throw error;
    }
  }
  async function remove(edit: Promise<void>, path: string, gone: { queryKey: QueryKey }): Promise<void> {
    await press(edit);
    await forgetCopies(owner, [path]).catch(() => undefined);
    await refreshCurriculum(queryClient, gone);
  }
  return {
    createCourse: (values: NewCourse) => then(createCourse(values)),
    saveCourse: (id: string, values: UpdateCourse, from: EditFrom) => then(saveCourse(id, values, from)),
    /** Whatever somebody else saved: state and place. */
    updateCourse: (id: string, values: UpdateCourse) => then(press(updateCourse(id, values))),
    deleteCourse: (id: string) => remove(deleteCourse(id), `/courses/${id}`, courseQueries.detail(id)),
    createSection: (values: NewSection) => then(createSection(values)),
    saveSection: (id: string, values: UpdateSection, from: EditFrom) => then(saveSection(id, values, from)),
    updateSection: (id: string, values: UpdateSection) => then(press(updateSection(id, values))),
    deleteSection: (id: string) => remove(deleteSection(id), `/sections/${id}`, sectionQueries.detail(id)),
    createChapter: (values: NewChapter) => then(createChapter(values)),
    saveChapter: (id: string, values: UpdateChapter, from: EditFrom) => then(saveChapter(id, values, from)),
    updateChapter: (id: string, values: UpdateChapter) => then(press(updateChapter(id, values))),
    deleteChapter: (id: string) => then(press(deleteChapter(id))),
    updateLesson: (id: string, values: UpdateLesson) => then(press(updateLesson(id, values))),
    deleteLesson: (id: string) => remove(deleteLesson(id), `/lessons/${id}`, lessonQueries.detail(id)),
  };
}
