/** Reads and restores deleted things; in memory only, and online only (docs/offline.md, laws 2 and 3). */
import { queryOptions, useQueryClient } from '@tanstack/react-query';

import { fetchChapter } from '@/api/chapters';
import { type CourseStatus, fetchCourse } from '@/api/courses';
import { fetchLesson } from '@/api/lessons';
import { ApiError, isMissing } from '@/api/network/errors';
import { fetchQuestionSet } from '@/api/question-sets';
import { fetchSection } from '@/api/sections';
import { fetchTrash, restoreFromTrash, type TrashItem, type TrashKind } from '@/api/trash';
import { refreshCurriculum } from '@/queries/after-edit';

const PAGE_SIZE = 50;

export const trashQueries = {
  /** The query of one page of the trash. @param page from 1. */
  page: (page: number) =>
    queryOptions({
      queryKey: ['trash', page],
      // Always fetch the trash, because a visitor has often just deleted something.
      staleTime: 0,
      queryFn: ({ signal }) => fetchTrash({ page, size: PAGE_SIZE }, signal),
    }),
};

const readers = {
  course: fetchCourse,
  section: fetchSection,
  chapter: fetchChapter,
  lesson: fetchLesson,
  'question-set': fetchQuestionSet,
} satisfies Record<TrashKind, (id: string) => Promise<unknown>>;

async function exists({ kind, subjectId }: Pick<TrashItem, 'kind' | 'subjectId'>): Promise<boolean> {
  return readers[kind](subjectId).then(
    () => true,
    () => false,
  );
}

/**
 * Restores an item of the trash. If an earlier attempt whose response was lost, or another person, has restored it
 * already, the existing item counts as restored.
 */
async function restoreOnce(item: TrashItem, status: CourseStatus): Promise<void> {
  try {
    await restoreFromTrash(item.id, { status });
  } catch (error) {
    const isUnsure = isMissing(error) || (error instanceof ApiError && error.status === 504);
    if (!isUnsure || !(await exists(item))) throw error;
  }
}

export function useTrash() {
  const queryClient = useQueryClient();
  const refresh = async () => {
    await Promise.all([refreshCurriculum(queryClient), queryClient.invalidateQueries({ queryKey: ['trash'] })]);
  };
  /** Restores an item of the trash; resolves when the screens show it. @param status see `restoreSchema`. */
  const restore = async (item: TrashItem, status: CourseStatus): Promise<void> => {
    try {
      await restoreOnce(item, status);
    } catch (error) {
      // Refresh the list of the trash, which may be older than the server's refusal.
      if (error instanceof ApiError) await queryClient.invalidateQueries({ queryKey: ['trash'] });
      throw error;
    }
    await refresh();
  };
  return {
    restore,
    /**
     * Undoes a deletion that was just made: everything is as before, including what was published.
     *
     * @throws {ApiError} 404.
     */
    undo: async (subject: { kind: TrashKind; id: string }): Promise<void> => {
      const { items } = await fetchTrash({ page: 1, size: PAGE_SIZE });
      const item = items.find(({ kind, subjectId }) => kind === subject.kind && subjectId === subject.id);
      if (item) return restore(item, item.status ?? 'draft');
      if (!(await exists({ kind: subject.kind, subjectId: subject.id })))
        throw new ApiError(404, 'ごみ箱に見つかりません。');
      await refresh();
    },
  };
}
