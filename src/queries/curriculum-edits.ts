/** Edits of courses, sections, chapters and lessons: online only, and everything that shows them is read again after. */
import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';

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

import { courseQueries } from './courses';
import { useOwner } from './queue';
import { NewerVersionError } from './save-errors';

const curriculumRoots = new Set<unknown>(['courses', 'sections', 'lessons', 'question-sets']);

const isCurriculum = ({ queryKey }: { queryKey: QueryKey }) => curriculumRoots.has(queryKey[0]);

/**
 * Reads again what an edit may have changed: what is on the screen and the course list now, the rest when it is opened.
 * Never rejects: the edit itself has succeeded.
 *
 * @param gone what was deleted; it is not asked for any more.
 */
async function refreshCurriculum(queryClient: QueryClient, gone: QueryKey = []): Promise<void> {
  const isGone = ({ queryKey }: { queryKey: QueryKey }) => gone.length > 0 && queryKey.join('/') === gone.join('/');
  const isList = ({ queryKey }: { queryKey: QueryKey }) => queryKey.join('/') === 'courses';
  // A list that is not in memory would come from the device's copy, which does not know of the edit.
  await queryClient.ensureQueryData(courseQueries.list()).catch(() => undefined);
  queryClient.removeQueries({ type: 'inactive', predicate: (query) => isCurriculum(query) && !isList(query) });
  await Promise.all([
    queryClient.invalidateQueries({
      predicate: (query) => isCurriculum(query) && !isGone(query) && !isList(query),
    }),
    queryClient.invalidateQueries({ predicate: isList, refetchType: 'all' }),
    queryClient.invalidateQueries({ queryKey: ['progress'] }),
  ]);
}

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
  async function remove(edit: Promise<void>, path: string, key: QueryKey): Promise<void> {
    await edit;
    await forgetCopies(owner, [path]).catch(() => undefined);
    await refreshCurriculum(queryClient, key);
  }
  return {
    createCourse: (values: NewCourse) => then(createCourse(values)),
    saveCourse: (id: string, values: UpdateCourse, from: SaveFrom) => then(saveCourse(id, values, from)),
    /** Without a look at newer versions: state and place. */
    updateCourse: (id: string, values: UpdateCourse) => then(updateCourse(id, values)),
    deleteCourse: (id: string) => remove(deleteCourse(id), `/courses/${id}`, ['courses', id]),
    createSection: (values: NewSection) => then(createSection(values)),
    saveSection: (id: string, values: UpdateSection, from: SaveFrom) => then(saveSection(id, values, from)),
    updateSection: (id: string, values: UpdateSection) => then(updateSection(id, values)),
    deleteSection: (id: string) => remove(deleteSection(id), `/sections/${id}`, ['sections', id]),
    createChapter: (values: NewChapter) => then(createChapter(values)),
    updateChapter: (id: string, values: UpdateChapter) => then(updateChapter(id, values)),
    deleteChapter: (id: string) => then(deleteChapter(id)),
    updateLesson: (id: string, values: UpdateLesson) => then(updateLesson(id, values)),
    deleteLesson: (id: string) => remove(deleteLesson(id), `/lessons/${id}`, ['lessons', id]),
  };
}
