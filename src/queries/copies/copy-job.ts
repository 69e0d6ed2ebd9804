/**
 * Finds the original of a copy and the parts that its copy already has, copies the rest, and compares both at the end.
 */
import { fetchChapter } from '@/api/chapters';
import { fetchCourse, fetchCourses } from '@/api/courses';
import { fetchLesson, type Lesson } from '@/api/lessons';
import { ApiError } from '@/api/network/errors';
import { needField } from '@/api/network/schema-mismatch';
import { fetchSection } from '@/api/sections';
import { fetchAllPages } from '@/queries/all-pages';
import { copyTitle } from '@/study/outline/copy-title';

import {
  chapterPart,
  compareParts,
  type CopyDifferences,
  type CopyKind,
  countSteps,
  coursePart,
  hasTitle,
  type Part,
  type ReadLesson,
} from './copy-parts';
import { type CopyAttempt, copyPart, type CopyTools } from './copy-tree';
import { waitIfBusy } from './wait-if-busy';

/**
 * Describes a copy that is being made; the description is not dropped on an interruption, so that the copy can be
 * continued.
 */
export interface CopyJob {
  kind: CopyKind;
  /** The thing to copy. */
  id: string;
  /** The copy's id, once it is known. */
  targetId?: string;
  /**
   * The ids of the siblings before the copy was created. If the server's response was lost, the copy is recognised as
   * the new sibling with the copy's title.
   */
  known?: readonly string[];
  /** The create whose response has not come. */
  attempt?: CopyAttempt;
}

type Sibling = Pick<Part, 'id' | 'title'>;

/** The original among its siblings. */
interface Level {
  /** The id of the parent; '' for courses. */
  parentId: string;
  siblings: readonly Sibling[];
  /** Reads a sibling with everything below it. @throws {ApiError} 404 for a thing that is no sibling. */
  read: (id: string) => Promise<Part>;
}

function levelOf(parentId: string, siblings: readonly Part[]): Level {
  const read = async (id: string) => {
    const found = siblings.find((part) => part.id === id);
    if (!found) throw new ApiError(404, '');
    return found;
  };
  return { parentId, siblings, read };
}

async function readChapters(sectionId: string) {
  return needField((await fetchSection(sectionId)).chapters, `sections/${sectionId}`, 'chapters');
}

async function readLevel({ kind, id }: CopyJob): Promise<Level> {
  switch (kind) {
    case 'course': {
      const siblings = await fetchAllPages(fetchCourses);
      return { parentId: '', siblings, read: async (courseId) => coursePart(await fetchCourse(courseId)) };
    }
    case 'section': {
      const courseId = needField((await fetchSection(id)).courseId, `sections/${id}`, 'courseId');
      return levelOf(courseId, coursePart(await fetchCourse(courseId)).parts);
    }
    case 'chapter': {
      const sectionId = needField((await fetchChapter(id)).sectionId, `chapters/${id}`, 'sectionId');
      return levelOf(sectionId, (await readChapters(sectionId)).map(chapterPart));
    }
    case 'lesson': {
      const lesson = await fetchLesson(id);
      const sectionId = needField(lesson.sectionId, `lessons/${id}`, 'sectionId');
      const chapterId = needField(lesson.chapterId, `lessons/${id}`, 'chapterId');
      const chapters = await readChapters(sectionId);
      const chapter = chapters.find(({ id: other }) => other === chapterId);
      return levelOf(chapterId, chapter ? chapterPart(chapter).parts : []);
    }
  }
}

/** Returns the title and position of the copy. */
function placeIn({ siblings, parentId }: Level, { id }: CopyJob) {
  const at = siblings.findIndex((sibling) => sibling.id === id);
  const source = siblings[at];
  if (!source) throw new ApiError(404, '');
  return { parentId, title: copyTitle(source.title), order: at + 1 };
}

/**
 * Returns the siblings that this job may have created: the copy, and perhaps doubles of it, which the browser creates
 * when it repeats a create.
 */
function madeIn(level: Level, job: CopyJob): readonly Sibling[] {
  const isCopy = hasTitle(placeIn(level, job).title);
  return level.siblings.filter(
    ({ id, title }) => id === job.targetId || (job.known?.includes(id) === false && isCopy({ title })),
  );
}

/** Returns the sibling with the most content. */
async function fullestOf(siblings: readonly Sibling[], { read }: Level): Promise<Part | undefined> {
  let fullest: Part | undefined;
  for (const { id } of siblings) {
    const part = await read(id);
    if (!fullest || countSteps(part) > countSteps(fullest)) fullest = part;
  }
  return fullest;
}

/**
 * Finds an unfinished copy: the one that the job has begun, or else one that an older version of the app or another
 * device has left, recognised by its title and fewer parts than the original. @returns the job to continue.
 */
export async function findUnfinished(job: CopyJob): Promise<CopyJob | undefined> {
  const level = await readLevel(job);
  const { title } = placeIn(level, job);
  const made = madeIn(level, job);
  const copy = made.find(({ id }) => id === job.targetId) ?? (await fullestOf(made, level));
  if (copy) return { ...job, targetId: copy.id };
  const all = countSteps(await level.read(job.id));
  for (const { id } of level.siblings.filter(hasTitle(title)))
    if (countSteps(await level.read(id)) < all) return { kind: job.kind, id: job.id, targetId: id };
  return undefined;
}

/** The inputs of a run; see {@link CopyTools}. */
export interface CopyRun extends Pick<CopyTools, 'signal' | 'onStep' | 'settings'> {
  /** True for servers with the capability `idempotency-key`, on which a repeated create makes no double. */
  repeatsCreates: boolean;
  /** Called with the number of steps. */
  onTotal: (all: number) => void;
  /** Stores the job, so that the copy can be continued after a reload. */
  keep: (job: CopyJob) => Promise<unknown>;
}

/** Reads original and copy again, and compares them. */
async function compareCopy(job: CopyJob, tools: CopyTools, repeatsCreates: boolean): Promise<CopyDifferences> {
  const level = await readLevel(job);
  const [original, copy] = await Promise.all([level.read(job.id), level.read(job.targetId ?? '')]);
  const found = await compareParts(original, copy, { original: tools.readOriginal, copy: tools.readCopy });
  const doubles = repeatsCreates ? [] : madeIn(level, job).filter(({ id }) => id !== job.targetId);
  return { ...found, extra: [...doubles.map(({ title }) => title), ...found.extra] };
}

/** Returns the function that reads lessons of the original, each once. */
function readOnce(read: ReadLesson): ReadLesson {
  const lessons = new Map<string, Lesson>();
  return async (id) => {
    const lesson = lessons.get(id) ?? (await read(id));
    lessons.set(id, lesson);
    return lesson;
  };
}

/**
 * Makes a copy, or continues one. The job is changed while it runs.
 *
 * @returns the differences between copy and original at the end; undefined if there are none.
 * @throws the API's errors; the signal's reason when it was stopped; {ApiError} 404 if original or copy were deleted.
 */
export async function runCopy(job: CopyJob, run: CopyRun): Promise<CopyDifferences | undefined> {
  const { signal, onTotal, keep, repeatsCreates } = run;
  const level = await readLevel(job);
  const place = placeIn(level, job);
  const original = await level.read(job.id);
  onTotal(countSteps(original));
  const copy = job.targetId === undefined ? await fullestOf(madeIn(level, job), level) : await level.read(job.targetId);
  if (!copy) job.known = level.siblings.map(({ id }) => id);
  const readLesson: ReadLesson = (id) => waitIfBusy(() => fetchLesson(id, signal), signal);
  const tools: CopyTools = {
    ...run,
    attempt: job.attempt,
    readOriginal: readOnce(readLesson),
    readCopy: readLesson,
    keepAttempt: async (attempt) => {
      job.attempt = attempt;
      if (attempt) await keep(job);
    },
  };
  await copyPart({ original, copy }, place, tools, async (id) => {
    job.targetId = id;
    await keep(job);
  });
  const found = await compareCopy(job, tools, repeatsCreates);
  return Object.values(found).some((titles) => titles.length > 0) ? found : undefined;
}
