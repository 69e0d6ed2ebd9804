/** Creates rows of a course's outline, each once, also after a lost response. */
import { useQueryClient } from '@tanstack/react-query';

import { createChapter, type NewChapter, updateChapter } from '@/api/chapters';
import { type CourseDetail, fetchCourse } from '@/api/courses';
import { createLesson, type NewLesson, updateLesson } from '@/api/lessons';
import { needField } from '@/api/network/schema-mismatch';
import { allLessonsOf, chaptersOf } from '@/api/outline';
import { createSection, type NewSection, updateSection } from '@/api/sections';
import { refreshCurriculum } from '@/queries/after-edit';
import { type Creation, type CreationCalls, startCreation } from '@/queries/creation';

import { courseQueries } from './courses';

/** A row to create: its kind, and the fields of its create call. */
export type NewRow =
  | { kind: 'section'; fields: NewSection }
  | { kind: 'chapter'; fields: NewChapter }
  | { kind: 'lesson'; fields: NewLesson };

type Made = { id: string };

/** The field of a course's outline that lists the siblings of a row. */
const siblingFields = { section: 'sections', chapter: 'sections.chapters', lesson: 'sections.chapters.lessons' };

/** The creation of one row, until it exists. */
export interface RowCreation {
  creation: Creation<NewRow, Made>;
  /** The ids of the row's siblings before the first attempt. */
  known?: ReadonlySet<string>;
  /** True if an earlier page may have created the row. */
  isResumed?: boolean;
}

/**
 * Starts the creation of one row.
 *
 * @param known its siblings before the first attempt, if an earlier page may have created the row
 */
export function startRow(known?: ReadonlySet<string>): RowCreation {
  return { creation: startCreation(), known, isResumed: known !== undefined };
}

/** Returns the rows beside a new one; undefined if the course's outline does not tell them. */
function siblingsOf(
  { sections }: CourseDetail,
  { kind, fields }: NewRow,
): readonly { id: string; title: string }[] | undefined {
  if (kind === 'section') return sections;
  if (kind === 'chapter') {
    const parent = sections?.find(({ id }) => id === fields.sectionId);
    return parent ? parent.chapters : sections && [];
  }
  const parent = chaptersOf(sections).find(({ id }) => id === fields.chapterId);
  return parent ? parent.lessons : allLessonsOf(sections) && [];
}

function createRow({ kind, fields }: NewRow, key: string): Promise<Made> {
  if (kind === 'section') return createSection(fields, key);
  return kind === 'chapter' ? createChapter(fields, key) : createLesson(fields, key);
}

function changeRow({ id }: Made, { kind, fields: { title, order } }: NewRow): Promise<Made> {
  if (kind === 'section') return updateSection(id, { title, order });
  return kind === 'chapter' ? updateChapter(id, { title, order }) : updateLesson(id, { title, order });
}

/** Returns a row without its position: the server puts it last, because the outline leaves out its siblings. */
function unplaced(row: NewRow): NewRow {
  return { ...row, fields: { ...row.fields, order: undefined } } as NewRow;
}

/** Returns the function that creates a row, or completes its creation, and resolves when the screen shows it. */
export function useNewRows(courseId: string) {
  const queryClient = useQueryClient();
  return async (row: NewRow, started: RowCreation): Promise<{ made: Made; isDoubled: boolean }> => {
    const newIn = (siblings: readonly { id: string; title: string }[] = []) =>
      siblings.filter(({ id, title }) => title === row.fields.title && !known.has(id));
    const findMade = async () => {
      const siblings = siblingsOf(await fetchCourse(courseId), row);
      return newIn(needField(siblings, `courses/${courseId}`, siblingFields[row.kind]))[0];
    };
    const shown = () => {
      const course = queryClient.getQueryData(courseQueries.detail(courseId).queryKey);
      return course && siblingsOf(course, row);
    };
    const known = (started.known ??= new Set(shown()?.map(({ id }) => id)));
    const calls: CreationCalls<NewRow, Made> = {
      create: createRow,
      change: changeRow,
      find: findMade,
    };
    const save = async () => {
      const earlier = started.isResumed ? await findMade() : undefined;
      started.isResumed = false;
      return earlier ?? started.creation.save(shown() ? row : unplaced(row), calls);
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
