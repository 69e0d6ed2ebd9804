/** Finds the original of a copy and the parts that its copy already has, and copies the rest. */
import { fetchChapter } from '@/api/chapters';
import { fetchCourse, fetchCourses, type OutlineChapter, type OutlineLesson, type OutlineSection } from '@/api/courses';
import { ApiError } from '@/api/errors';
import { fetchLesson } from '@/api/lessons';
import { fetchSection } from '@/api/sections';
import { fetchAllPages } from '@/queries/all-pages';
import { copyTitle } from '@/study/copy-title';

import { copyChapter, copyCourse, copyLesson, type CopyPlace, copySection, type CopyTools } from './copy-tree';

export type CopyKind = 'course' | 'section' | 'chapter' | 'lesson';

/** Describes a copy that is being made; the description is not dropped on an interruption, so that the copy can be continued. */
export interface CopyJob {
  kind: CopyKind;
  /** The thing to copy. */
  id: string;
  /** The copy's id, once it is known. */
  targetId?: string;
  /**
   * The siblings before the copy was created. If the server's response was lost, the copy is recognised as the new sibling with the
   * copy's title.
   */
  known?: ReadonlySet<string>;
}

const sumOf = <T>(items: readonly T[], count: (item: T) => number) => items.reduce((sum, item) => sum + count(item), 0);
/** Returns the number of steps of a copy: one for each lesson, chapter, section or question set. */
const lessonSteps = ({ questionSetCount }: OutlineLesson) => 1 + questionSetCount;
const chapterSteps = ({ lessons }: OutlineChapter) => 1 + sumOf(lessons, lessonSteps);
const sectionSteps = ({ chapters }: OutlineSection) => 1 + sumOf(chapters, chapterSteps);

/** The original among its siblings, and the functions that copy it. */
interface Level {
  siblings: readonly { id: string; title: string }[];
  /** Returns the number of steps needed to copy a sibling. */
  steps: (id: string) => Promise<number>;
  copy: (target: string | undefined, tools: CopyTools, place: CopyPlace) => Promise<void>;
}

/** Describes how one of the siblings is copied. @param sourceId the original, one of the siblings. */
function levelOf<Node extends { id: string; title: string }>(
  siblings: readonly Node[],
  sourceId: string,
  steps: (node: Node) => number,
  copy: (source: Node, target: Node | undefined, tools: CopyTools, place: CopyPlace) => Promise<void>,
): Level {
  const find = (id: string | undefined) => siblings.find((node) => node.id === id);
  const source = find(sourceId);
  if (!source) throw new ApiError(404, '');
  return {
    siblings,
    steps: async (id) => steps(find(id) ?? source),
    copy: (target, tools, place) => copy(source, find(target), tools, place),
  };
}

async function courseLevel(id: string): Promise<Level> {
  const [source, siblings] = await Promise.all([fetchCourse(id), fetchAllPages(fetchCourses)]);
  return {
    siblings,
    steps: async (other) => {
      const { sections } = other === id ? source : await fetchCourse(other);
      return 1 + sumOf(sections, sectionSteps);
    },
    copy: async (target, tools, place) =>
      copyCourse(source, target === undefined ? undefined : await fetchCourse(target), tools, place),
  };
}

async function readLevel({ kind, id }: CopyJob): Promise<Level> {
  switch (kind) {
    case 'course':
      return courseLevel(id);
    case 'section': {
      const { courseId } = await fetchSection(id);
      const { sections } = await fetchCourse(courseId);
      return levelOf(sections, id, sectionSteps, (source, target, tools, place) =>
        copySection(source, courseId, target, tools, place),
      );
    }
    case 'chapter': {
      const { sectionId } = await fetchChapter(id);
      const { chapters } = await fetchSection(sectionId);
      return levelOf(chapters, id, chapterSteps, (source, target, tools, place) =>
        copyChapter(source, sectionId, target, tools, place),
      );
    }
    case 'lesson': {
      const { sectionId, chapterId } = await fetchLesson(id);
      const { chapters } = await fetchSection(sectionId);
      const lessons = chapters.find((chapter) => chapter.id === chapterId)?.lessons ?? [];
      return levelOf(lessons, id, lessonSteps, (source, target, tools, place) =>
        copyLesson(source, chapterId, target, tools, place),
      );
    }
  }
}

function placeIn({ siblings }: Level, { id }: CopyJob) {
  const at = siblings.findIndex((sibling) => sibling.id === id);
  const source = siblings[at];
  if (!source) throw new ApiError(404, '');
  return { title: copyTitle(source.title), order: at + 1 };
}

/** Finds a copy of this item that was begun earlier, perhaps before a reload, and is incomplete. @returns the copy's id. */
export async function findUnfinished(job: CopyJob): Promise<string | undefined> {
  const level = await readLevel(job);
  const { title } = placeIn(level, job);
  const all = await level.steps(job.id);
  for (const sibling of level.siblings)
    if (sibling.title === title && (await level.steps(sibling.id)) < all) return sibling.id;
  return undefined;
}

/**
 * Makes a copy, or continues one. The job is changed while it runs.
 *
 * @param onTotal called with the number of steps.
 * @throws the API's errors; the signal's reason when it was stopped; {ApiError} 404 if original or copy were deleted.
 */
export async function runCopy(job: CopyJob, tools: CopyTools, onTotal: (all: number) => void): Promise<void> {
  const level = await readLevel(job);
  const { title, order } = placeIn(level, job);
  onTotal(await level.steps(job.id));
  const { siblings } = level;
  const isCopy = ({ id, title: name }: Level['siblings'][number]) =>
    job.targetId === undefined ? name === title && job.known?.has(id) === false : id === job.targetId;
  const target = siblings.find(isCopy);
  if (job.targetId !== undefined && !target) throw new ApiError(404, '');
  if (!target) job.known = new Set(siblings.map(({ id }) => id));
  const onMade = (id: string) => (job.targetId = id);
  await level.copy(target?.id, tools, { title, order, onMade });
}
