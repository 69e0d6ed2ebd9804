/**
 * Copies a course, section, chapter or lesson with everything below it, as a sequence of ordinary calls of the API. Existing parts of the
 * copy are found by position, so an interrupted copy is continued without duplicates. Files are shared.
 */
import { createChapter } from '@/api/chapters';
import {
  createCourse,
  type CourseDetail,
  type OutlineChapter,
  type OutlineLesson,
  type OutlineSection,
} from '@/api/courses';
import { createLesson, fetchLesson } from '@/api/lessons';
import { createQuestionSet } from '@/api/question-set-edits';
import { createSection, fetchSection } from '@/api/sections';
import { fetchWholeQuestionSet } from '@/queries/question-set-writes';

import { copyQuestions } from './copy-questions';
import { waitIfBusy } from './wait-if-busy';

/** The inputs of a copy. */
export interface CopyTools {
  signal: AbortSignal;
  /** Called after each section, chapter, lesson and set that is in the copy. */
  onStep: () => void;
  hasShuffle: boolean;
}

/** The title and position of the copy itself; things below it have those of the original. */
export interface CopyPlace {
  title?: string;
  order?: number;
  /** Called with the copy's id as soon as it is known. */
  onMade?: (id: string) => void;
}

/** The parts of the copy that exist already. */
type PartLesson = Pick<OutlineLesson, 'id' | 'questionSetCount'>;
interface PartChapter {
  id: string;
  lessons: readonly PartLesson[];
}
interface PartSection {
  id: string;
  chapters: readonly PartChapter[];
}
interface PartCourse {
  id: string;
  sections: readonly PartSection[];
}

/** Creates one section, chapter, lesson or question set, unless the copy was stopped. */
function create<T>(call: () => Promise<T>, { signal }: CopyTools): Promise<T> {
  signal.throwIfAborted();
  return waitIfBusy(call, signal);
}

/** Copies the question sets that a lesson's copy does not have yet. */
async function copySets(setIds: readonly string[], target: PartLesson, tools: CopyTools): Promise<void> {
  for (const id of setIds.slice(target.questionSetCount)) {
    const { set, explanation } = await create(() => fetchWholeQuestionSet(id, tools.signal), tools);
    const questions = copyQuestions(set, explanation, tools.hasShuffle);
    await create(() => createQuestionSet({ lessonId: target.id, title: set.title, questions }), tools);
    tools.onStep();
  }
}

/** Copies a lesson into a chapter, or completes its copy. */
export async function copyLesson(
  source: OutlineLesson,
  chapterId: string,
  target: PartLesson | undefined,
  tools: CopyTools,
  { title, order, onMade }: CopyPlace = {},
): Promise<void> {
  const isComplete = target && target.questionSetCount >= source.questionSetCount;
  for (let known = 0; known < (target?.questionSetCount ?? 0); known += 1) tools.onStep();
  if (isComplete) return tools.onStep();
  const lesson = await create(() => fetchLesson(source.id, tools.signal), tools);
  const { minutes, contentId } = lesson;
  const fields = { chapterId, title: title ?? lesson.title, order, minutes, contentId };
  const made = target ?? { id: (await create(() => createLesson(fields), tools)).id, questionSetCount: 0 };
  onMade?.(made.id);
  tools.onStep();
  const setIds = lesson.questionSets.map(({ id }) => id);
  await copySets(setIds, made, tools);
}

/** Copies a chapter with its lessons into a section, or completes its copy. */
export async function copyChapter(
  source: OutlineChapter,
  sectionId: string,
  target: PartChapter | undefined,
  tools: CopyTools,
  { title = source.title, order, onMade }: CopyPlace = {},
): Promise<void> {
  const made = target ?? {
    id: (await create(() => createChapter({ sectionId, title, order }), tools)).id,
    lessons: [],
  };
  onMade?.(made.id);
  tools.onStep();
  for (const [place, lesson] of source.lessons.entries()) await copyLesson(lesson, made.id, made.lessons[place], tools);
}

/** Copies a section with its chapters into a course, or completes its copy. */
export async function copySection(
  source: OutlineSection,
  courseId: string,
  target: PartSection | undefined,
  tools: CopyTools,
  { title = source.title, order, onMade }: CopyPlace = {},
): Promise<void> {
  const make = async (): Promise<PartSection> => {
    const { description } = await create(() => fetchSection(source.id, tools.signal), tools);
    const { id } = await create(() => createSection({ courseId, title, description, order }), tools);
    return { id, chapters: [] };
  };
  const made = target ?? (await make());
  onMade?.(made.id);
  tools.onStep();
  for (const [place, chapter] of source.chapters.entries())
    await copyChapter(chapter, made.id, made.chapters[place], tools);
}

/** Copies a course as a draft, or completes its copy. */
export async function copyCourse(
  source: CourseDetail,
  target: PartCourse | undefined,
  tools: CopyTools,
  { title = source.title, order, onMade }: CopyPlace = {},
): Promise<void> {
  const { description, thumbnailContentId } = source;
  const fields = { title, description, thumbnailContentId, order, status: 'draft' as const };
  const made = target ?? { id: (await create(() => createCourse(fields), tools)).id, sections: [] };
  onMade?.(made.id);
  tools.onStep();
  for (const [place, section] of source.sections.entries())
    await copySection(section, made.id, made.sections[place], tools);
}
