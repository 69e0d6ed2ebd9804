/** Creates rows of a course's outline, each once, also after a lost response. */
import { useQueryClient } from '@tanstack/react-query';

import { createChapter, type NewChapter, updateChapter } from '@/api/chapters';
import { type CourseDetail, fetchCourse } from '@/api/courses';
import { createLesson, type NewLesson, updateLesson } from '@/api/lessons';
import { createSection, type NewSection, updateSection } from '@/api/sections';

import { refreshCurriculum } from './after-edit';
import { useCapabilities } from './capabilities';
import { courseQueries } from './courses';
import { type Creation, type CreationCalls, startCreation } from './creation';

/** A row to create: its kind, and the fields of its create call. */
export type NewRow =
  | { kind: 'section'; fields: NewSection }
  | { kind: 'chapter'; fields: NewChapter }
  | { kind: 'lesson'; fields: NewLesson };

type Made = { id: string };

/** The creation of one row, until it exists. */
export interface RowCreation {
  creation: Creation<NewRow, Made>;
  /** The ids of the row's siblings before the first attempt. */
  known?: ReadonlySet<string>;
  /** True if an earlier page may have created the row. */
  isResumed?: boolean;
}

/** Starts the creation of one row. @param known its siblings before the first attempt, if an earlier page may have created the row */
export function startRow(known?: ReadonlySet<string>): RowCreation {
  return { creation: startCreation(), known, isResumed: known !== undefined };
}

function siblingsOf(
  { sections = [] }: CourseDetail,
  { kind, fields }: NewRow,
): readonly { id: string; title: string }[] {
  if (kind === 'section') return sections;
  if (kind === 'chapter') return sections.find(({ id }) => id === fields.sectionId)?.chapters ?? [];
  const chapters = sections.flatMap((section) => section.chapters);
  return chapters.find(({ id }) => id === fields.chapterId)?.lessons ?? [];
}

function createRow({ kind, fields }: NewRow, key: string): Promise<Made> {
  if (kind === 'section') return createSection(fields, key);
  return kind === 'chapter' ? createChapter(fields, key) : createLesson(fields, key);
}

function changeRow({ id }: Made, { kind, fields: { title, order } }: NewRow): Promise<Made> {
  if (kind === 'section') return updateSection(id, { title, order });
  return kind === 'chapter' ? updateChapter(id, { title, order }) : updateLesson(id, { title, order });
}

/** Returns the function that creates a row, or completes its creation, and resolves when the screen shows it. */
export function useNewRows(courseId: string) {
  const queryClient = useQueryClient();
  const { repeatsCreates } = useCapabilities();
  return async (row: NewRow, started: RowCreation): Promise<{ made: Made; isDoubled: boolean }> => {
    const newIn = (course: CourseDetail | undefined) =>
      (course ? siblingsOf(course, row) : []).filter(({ id, title }) => title === row.fields.title && !known.has(id));
    const shown = () => queryClient.getQueryData(courseQueries.detail(courseId).queryKey);
    const before = shown();
    const known = (started.known ??= new Set(before && siblingsOf(before, row).map(({ id }) => id)));
    const calls: CreationCalls<NewRow, Made> = {
      create: createRow,
      change: changeRow,
      find: async () => newIn(await fetchCourse(courseId))[0],
    };
    const save = async () => {
      const earlier = started.isResumed ? newIn(await fetchCourse(courseId))[0] : undefined;
      started.isResumed = false;
      return earlier ?? started.creation.save(row, calls, repeatsCreates);
    };
    const saving = save();
    // Refresh after a failure, too: the row may have arrived although its response was lost.
    await saving.catch(() => undefined);
    await refreshCurriculum(queryClient);
    const made = await saving;
    // Without the capability `idempotency-key`, the browser's own repeat of the request may have created the row twice.
    return { made, isDoubled: newIn(shown()).length > 1 };
  };
}
