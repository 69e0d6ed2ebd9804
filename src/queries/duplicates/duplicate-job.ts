/**
 * Finds the original of a duplicate and the parts that its duplicate already has, duplicates the rest, and compares
 * both at the end.
 */
import { fetchChapter } from '@/api/chapters';
import { fetchCourse, fetchCourses } from '@/api/courses';
import { fetchLesson, type Lesson } from '@/api/lessons';
import { ApiError } from '@/api/network/errors';
import { needField } from '@/api/network/schema-mismatch';
import { fetchSection } from '@/api/sections';
import { fetchAllPages } from '@/queries/all-pages';
import { duplicateTitle } from '@/study/outline/duplicate-title';

import {
  chapterPart,
  compareParts,
  type DuplicateDifferences,
  type DuplicateKind,
  countSteps,
  coursePart,
  hasTitle,
  type Part,
  type ReadLesson,
} from './duplicate-parts';
import { type DuplicateAttempt, duplicatePart, type DuplicateTools } from './duplicate-tree';
import { waitIfBusy } from './wait-if-busy';

/**
 * Describes a duplicate that is being made; the description is not dropped on an interruption, so that the duplicate
 * can be continued.
 */
export interface DuplicateJob {
  kind: DuplicateKind;
  /** The thing to duplicate. */
  id: string;
  /** The duplicate's id, once it is known. */
  targetId?: string;
  /**
   * The ids of the siblings before the duplicate was created. If the server's response was lost, the duplicate is
   * recognised as the new sibling with the duplicate's title.
   */
  known?: readonly string[];
  /** The create whose response has not come. */
  attempt?: DuplicateAttempt;
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

async function readLevel({ kind, id }: DuplicateJob): Promise<Level> {
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

/** Returns the title and position of the duplicate. */
function placeIn({ siblings, parentId }: Level, { id }: DuplicateJob) {
  const at = siblings.findIndex((sibling) => sibling.id === id);
  const source = siblings[at];
  if (!source) throw new ApiError(404, '');
  return { parentId, title: duplicateTitle(source.title), order: at + 1 };
}

/**
 * Returns the siblings that this job may have created: the duplicate, and perhaps doubles of it, which the browser
 * creates when it repeats a create.
 */
function madeIn(level: Level, job: DuplicateJob): readonly Sibling[] {
  const isDuplicate = hasTitle(placeIn(level, job).title);
  return level.siblings.filter(
    ({ id, title }) => id === job.targetId || (job.known?.includes(id) === false && isDuplicate({ title })),
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
 * Finds an unfinished duplicate: the one that the job has begun, or else one that an older version of the app or
 * another device has left, recognised by its title and fewer parts than the original. @returns the job to continue.
 */
export async function findUnfinished(job: DuplicateJob): Promise<DuplicateJob | undefined> {
  const level = await readLevel(job);
  const { title } = placeIn(level, job);
  const made = madeIn(level, job);
  const duplicate = made.find(({ id }) => id === job.targetId) ?? (await fullestOf(made, level));
  if (duplicate) return { ...job, targetId: duplicate.id };
  const all = countSteps(await level.read(job.id));
  for (const { id } of level.siblings.filter(hasTitle(title)))
    if (countSteps(await level.read(id)) < all) return { kind: job.kind, id: job.id, targetId: id };
  return undefined;
}

/** The inputs of a run; see {@link DuplicateTools}. */
export interface DuplicateRun extends Pick<DuplicateTools, 'signal' | 'onStep' | 'settings'> {
  /** True for servers with the capability `idempotency-key`, on which a repeated create makes no double. */
  repeatsCreates: boolean;
  /** Called with the number of steps. */
  onTotal: (all: number) => void;
  /** Stores the job, so that the duplicate can be continued after a reload. */
  keep: (job: DuplicateJob) => Promise<unknown>;
}

/** Reads original and duplicate again, and compares them. */
async function compareDuplicate(
  job: DuplicateJob,
  tools: DuplicateTools,
  repeatsCreates: boolean,
): Promise<DuplicateDifferences> {
  const level = await readLevel(job);
  const [original, duplicate] = await Promise.all([level.read(job.id), level.read(job.targetId ?? '')]);
  const found = await compareParts(original, duplicate, {
    original: tools.readOriginal,
    duplicate: tools.readDuplicate,
  });
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
 * Makes a duplicate, or continues one. The job is changed while it runs.
 *
 * @returns the differences between duplicate and original at the end; undefined if there are none.
 * @throws the API's errors; the signal's reason when it was stopped; {ApiError} 404 if original or duplicate were
 * deleted.
 */
export async function runDuplicate(job: DuplicateJob, run: DuplicateRun): Promise<DuplicateDifferences | undefined> {
  const { signal, onTotal, keep, repeatsCreates } = run;
  const level = await readLevel(job);
  const place = placeIn(level, job);
  const original = await level.read(job.id);
  onTotal(countSteps(original));
  const duplicate =
    job.targetId === undefined ? await fullestOf(madeIn(level, job), level) : await level.read(job.targetId);
  if (!duplicate) job.known = level.siblings.map(({ id }) => id);
  const readLesson: ReadLesson = (id) => waitIfBusy(() => fetchLesson(id, signal), signal);
  const tools: DuplicateTools = {
    ...run,
    attempt: job.attempt,
    readOriginal: readOnce(readLesson),
    readDuplicate: readLesson,
    keepAttempt: async (attempt) => {
      job.attempt = attempt;
      if (attempt) await keep(job);
    },
  };
  await duplicatePart({ original, duplicate }, place, tools, async (id) => {
    job.targetId = id;
    await keep(job);
  });
  const found = await compareDuplicate(job, tools, repeatsCreates);
  return Object.values(found).some((titles) => titles.length > 0) ? found : undefined;
}
