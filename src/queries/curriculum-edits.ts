/** Edits of courses, sections, chapters and lessons: online only, and everything that shows them is read again after. */
import { type QueryKey, useQueryClient } from '@tanstack/react-query';

import { createChapter, deleteChapter, type NewChapter, updateChapter, type UpdateChapter } from '@/api/chapters';
import {
  type Course,
  createCourse,
  deleteCourse,
  fetchCourse,
  type NewCourse,
  updateCourse,
  type UpdateCourse,
} from '@/api/courses';
import { deleteLesson, updateLesson, type UpdateLesson } from '@/api/lessons';
import {
  createSection,
  deleteSection,
  fetchSection,
  type NewSection,
  type Section,
  updateSection,
  type UpdateSection,
} from '@/api/sections';
import { apiUrl } from '@/api/transport';
import { studyCacheName } from '@/offline/copies/study-cache';
import { browser } from '@/storage/browser';

import { refreshCurriculum } from './after-edit';
import { courseQueries } from './courses';
import { lessonQueries } from './lessons';
import { useOwner } from './queue';
import { NewerVersionError } from './save-errors';
import { sectionQueries } from './sections';

/** Takes the device's own copies of deleted things away; the worker would only notice when it asks for them. */
async function forgetCopies(owner: string, paths: readonly string[]): Promise<void> {
  const { caches } = browser;
  if (!caches || !(await caches.has(studyCacheName(owner)))) return;
  const cache = await caches.open(studyCacheName(owner));
  await Promise.all(paths.map((path) => cache.delete(apiUrl(path), { ignoreVary: true })));
}

/** Refuses when the fields of a form are no longer what it started from, and says since when. */
function requireSame(current: { updatedAt: string; cachedAt?: string }, base: object): void {
  // A copy from the device is older than what the form started from, not newer.
  if (current.cachedAt !== undefined) return;
  const now = new Map(Object.entries(current));
  const isSame = Object.entries(base).every(([name, value]) => (now.get(name) ?? undefined) === (value ?? undefined));
  if (!isSame) throw new NewerVersionError(current.updatedAt);
}

/** What a form started from, and whether the person has agreed to replace what is newer. */
export interface SaveFrom {
  /** The form's fields as they were. */
  base: object;
  overwrites: boolean;
}

/**
 * Changes a course. Its `updatedAt` moves with every lesson, so the form's own fields are compared.
 *
 * @throws {NewerVersionError} when somebody changed one of them meanwhile.
 */
async function saveCourse(courseId: string, changes: UpdateCourse, from: SaveFrom): Promise<Course> {
  if (!from.overwrites) requireSame(await fetchCourse(courseId), from.base);
  return updateCourse(courseId, changes);
}

/** Changes a section. @throws {NewerVersionError} when somebody changed one of the form's fields meanwhile. */
async function saveSection(id: string, changes: UpdateSection, from: SaveFrom): Promise<Section> {
  if (!from.overwrites) requireSame(await fetchSection(id), from.base);
  return updateSection(id, changes);
}

/** Every edit of the outline; each resolves when the screens know, and throws what `describeSaveError` explains. */
export function useCurriculumEdits() {
  const queryClient = useQueryClient();
  const owner = useOwner();
  async function then<T>(edit: Promise<T>): Promise<T> {
    const result = await edit;
    await refreshCurriculum(queryClient);
    return result;
  }
  async function remove(edit: Promise<void>, path: string, gone: { queryKey: QueryKey }): Promise<void> {
    await edit;
    await forgetCopies(owner, [path]).catch(() => undefined);
    await refreshCurriculum(queryClient, gone);
  }
  return {
    createCourse: (values: NewCourse) => then(createCourse(values)),
    saveCourse: (id: string, values: UpdateCourse, from: SaveFrom) => then(saveCourse(id, values, from)),
    /** Without a look at newer versions: state and place. */
    updateCourse: (id: string, values: UpdateCourse) => then(updateCourse(id, values)),
    deleteCourse: (id: string) => remove(deleteCourse(id), `/courses/${id}`, courseQueries.detail(id)),
    createSection: (values: NewSection) => then(createSection(values)),
    saveSection: (id: string, values: UpdateSection, from: SaveFrom) => then(saveSection(id, values, from)),
    updateSection: (id: string, values: UpdateSection) => then(updateSection(id, values)),
    deleteSection: (id: string) => remove(deleteSection(id), `/sections/${id}`, sectionQueries.detail(id)),
    createChapter: (values: NewChapter) => then(createChapter(values)),
    updateChapter: (id: string, values: UpdateChapter) => then(updateChapter(id, values)),
    deleteChapter: (id: string) => then(deleteChapter(id)),
    updateLesson: (id: string, values: UpdateLesson) => then(updateLesson(id, values)),
    deleteLesson: (id: string) => remove(deleteLesson(id), `/lessons/${id}`, lessonQueries.detail(id)),
  };
}
