/**
 * Finds the original of a duplicate and the parts that its duplicate already has, duplicates the rest, and compares
 * both at the end.
 */
import { createChapter, fetchChapter } from '@/api/chapters';
import { createCourse, fetchCourse, fetchCourses } from '@/api/courses';
import { createLesson, fetchLesson, type Lesson, lessonFields } from '@/api/lessons';
import { repeatsCreates } from '@/api/network/client';
import { ApiError } from '@/api/network/errors';
import { needField } from '@/api/network/schema-mismatch';
import { createQuestionSet, type NewQuestion } from '@/api/question-set-edits';
import { createSection, fetchSection } from '@/api/sections';
import { pick } from '@/lib/pick';
import { fetchAllPages } from '@/queries/all-pages';
import { fetchWholeQuestionSet, type WholeQuestionSet } from '@/queries/curriculum/question-set-writes';
import { createId } from '@/storage/unique-id';
import { duplicateTitle } from '@/study/outline/duplicate-title';

import {
  chapterPart,
  compareParts,
  countSteps,
  coursePart,
  type DuplicateDifferences,
  type DuplicateKind,
  hasTitle,
  pairParts,
  type Part,
  partsBelow,
  type ReadLesson,
} from './duplicate-parts';

// Duplicates a course, section, chapter or lesson with everything below it, as a sequence of ordinary calls of the
// API. Existing parts of the duplicate are found by their titles, so an interrupted duplicate is continued. Files are
// shared.

/** All fields of a create: `undefined` for one that a duplicate does not take; leaving one out is a type error. */
type EveryField<Fields> = { [Name in keyof Required<Fields>]: Fields[Name] };

// Duplicates the questions of a set with new ids for questions and choices, and with the answer keys that refer to
// them.

/**
 * Duplicates questions.
 *
 * @param key a UUID, the start of all new ids: the same questions and key give the same duplicate.
 */
function duplicateQuestions({ set, explanation }: WholeQuestionSet, key: string): EveryField<NewQuestion>[] {
  const answers = new Map(explanation.questions.map((answer) => [answer.questionId, answer]));
  return set.questions.map(({ id: oldId, type, body, choices, shuffle }, number) => {
    const answer = answers.get(oldId);
    const id = `${key}-${number}`;
    const newIds = new Map(choices.map((choice, at) => [choice.id, `${id}-${at}`]));
    const idsOf = (ids: readonly string[] = []) => ids.flatMap((old) => newIds.get(old) ?? []);
    const duplicated = choices.map((choice, at) => ({ id: `${id}-${at}`, body: choice.body }));
    const isText = type === 'text';
    const isChoice = !isText && type !== 'order';
    return {
      id,
      type,
      body,
      explanation: answer?.explanation ?? '',
      choices: isText ? [] : duplicated,
      acceptedAnswers: isText ? (answer?.acceptedAnswers ?? []) : undefined,
      lenient: (isText && answer?.lenient) || undefined,
      correctOrder: type === 'order' ? idsOf(answer?.correctOrder) : undefined,
      correctChoiceIds: isChoice ? idsOf(answer?.correctChoiceIds) : undefined,
      shuffle: isChoice ? (shuffle ?? false) : undefined,
    };
  });
}

/** A create that was sent, and whose response was not received. */
interface DuplicateAttempt {
  /** The kind and id of the original. */
  part: string;
  /** Its idempotency key, and the start of the ids of its questions. */
  key: string;
  /** The body that was sent, JSON. */
  body: string;
}

/** The inputs of a duplicate. */
interface DuplicateTools {
  signal: AbortSignal;
  /** Called after each section, chapter, lesson and set that is in the duplicate. */
  onStep: () => void;
  /** The create that an earlier run of this duplicate did not complete. */
  attempt?: DuplicateAttempt;
  /** Notes a create before it is sent, and undefined once it has succeeded. */
  keepAttempt: (attempt: DuplicateAttempt | undefined) => Promise<void>;
  /** Reads lessons of the original, each once. */
  readOriginal: ReadLesson;
  /** Reads lessons of the duplicate. */
  readDuplicate: ReadLesson;
}

/**
 * The parent and the position of a part of the duplicate; of the duplicate itself also its title, which differs from
 * the original's.
 */
interface DuplicatePlace {
  /** The parent's id; '' for a course. */
  parentId: string;
  title?: string;
  order?: number;
}

/** A create that is ready to be sent. */
interface Creation {
  body: string;
  send: () => Promise<{ id: string }>;
}

/** Returns the function that prepares a create with a key. */
function creation<Fields>(
  create: (fields: Fields, key: string) => Promise<{ id: string }>,
  fieldsFor: (key: string) => EveryField<Fields>,
): (key: string) => Creation {
  return (key) => {
    const fields = fieldsFor(key);
    return { body: JSON.stringify(fields), send: () => create(fields, key) };
  };
}

/** Reads what a part's duplicate is created from. */
async function readCreation(
  original: Part,
  place: DuplicatePlace,
  tools: DuplicateTools,
): Promise<(key: string) => Creation> {
  const { id, title } = original;
  const { parentId, ...titleAndOrder } = { title, order: undefined, ...place };
  switch (original.kind) {
    case 'course': {
      const { description, thumbnailContentId } = await fetchCourse(id, tools.signal);
      const fields = { ...titleAndOrder, description, thumbnailContentId, status: 'draft' as const };
      return creation(createCourse, () => fields);
    }
    case 'section': {
      const { description } = await fetchSection(id, tools.signal);
      return creation(createSection, () => ({ courseId: parentId, ...titleAndOrder, description }));
    }
    case 'chapter':
      return creation(createChapter, () => ({ sectionId: parentId, ...titleAndOrder }));
    case 'lesson': {
      const lesson = await tools.readOriginal(id);
      const fields = { ...titleAndOrder, ...pick(lesson, lessonFields), title: titleAndOrder.title };
      return creation(createLesson, () => ({ chapterId: parentId, ...fields, contentId: lesson.contentId }));
    }
    case 'set': {
      const whole = await fetchWholeQuestionSet(id, tools.signal);
      return creation(createQuestionSet, (key) => {
        const questions = duplicateQuestions(whole, key);
        return { lessonId: parentId, ...titleAndOrder, questions };
      });
    }
  }
}

const FIRST_WAIT_MS = 1000;
const MAX_WAITS = 6;

function wait(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });
}

/**
 * Makes a call; after 429 and 503, where the server has done nothing, it waits and repeats it.
 *
 * @throws the last error.
 */
async function waitIfBusy<T>(call: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let waits = 0; ; waits += 1) {
    try {
      return await call();
    } catch (error) {
      const isBusy = error instanceof ApiError && (error.status === 429 || error.status === 503);
      if (!isBusy || waits === MAX_WAITS) throw error;
      await wait(error.retryAfterMs ?? FIRST_WAIT_MS * 2 ** waits, signal);
      signal.throwIfAborted();
    }
  }
}

/**
 * Creates one part of the duplicate, unless the duplicate was stopped. A create that an earlier run has sent is
 * repeated with its key.
 */
async function createPart(original: Part, place: DuplicatePlace, tools: DuplicateTools): Promise<string> {
  const { signal, attempt, keepAttempt } = tools;
  signal.throwIfAborted();
  const prepare = await waitIfBusy(() => readCreation(original, place, tools), signal);
  signal.throwIfAborted();
  const part = `${original.kind}/${original.id}`;
  // Another body with the same key would be refused.
  const isSame = attempt?.part === part && attempt.body === prepare(attempt.key).body;
  const key = isSame ? attempt.key : createId();
  const { body, send } = prepare(key);
  await keepAttempt({ part, key, body });
  const { id } = await waitIfBusy(send, signal);
  await keepAttempt(undefined);
  return id;
}

/**
 * Duplicates a part with everything below it, or completes its duplicate.
 *
 * @param duplicate the parts that exist already. @param onMade called with the duplicate's id as soon as it is known.
 * @throws the API's errors; the signal's reason when it was stopped.
 */
async function duplicatePart(
  { original, duplicate }: { original: Part; duplicate?: Part },
  place: DuplicatePlace,
  tools: DuplicateTools,
  onMade?: (id: string) => Promise<void>,
): Promise<string> {
  const madeId = duplicate?.id ?? (await createPart(original, place, tools));
  await onMade?.(madeId);
  tools.onStep();
  const [originals, duplicates] = await Promise.all([
    partsBelow(original, tools.readOriginal),
    duplicate ? partsBelow(duplicate, tools.readDuplicate) : [],
  ]);
  const ids = duplicates.map(({ id }) => id);
  /** The position behind the part that was duplicated last. */
  let next = 0;
  for (const pair of pairParts(originals, duplicates).pairs) {
    if (pair.duplicate) next = ids.indexOf(pair.duplicate.id);
    // The order is sent only for a part before others.
    const order = pair.duplicate || next === ids.length ? undefined : next;
    const childId = await duplicatePart(pair, { parentId: madeId, order }, tools);
    if (!pair.duplicate) ids.splice(next, 0, childId);
    next += 1;
  }
  return madeId;
}

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
export interface DuplicateRun extends Pick<DuplicateTools, 'signal' | 'onStep'> {
  /** Called with the number of steps. */
  onTotal: (all: number) => void;
  /** Stores the job, so that the duplicate can be continued after a reload. */
  keep: (job: DuplicateJob) => Promise<unknown>;
}

/** Reads original and duplicate again, and compares them. */
async function compareDuplicate(job: DuplicateJob, tools: DuplicateTools): Promise<DuplicateDifferences> {
  const level = await readLevel(job);
  const [original, duplicate] = await Promise.all([level.read(job.id), level.read(job.targetId ?? '')]);
  const found = await compareParts(original, duplicate, {
    original: tools.readOriginal,
    duplicate: tools.readDuplicate,
  });
  const doubles = (await repeatsCreates()) ? [] : madeIn(level, job).filter(({ id }) => id !== job.targetId);
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
  const { signal, onTotal, keep } = run;
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
  const found = await compareDuplicate(job, tools);
  return Object.values(found).some((titles) => titles.length > 0) ? found : undefined;
}
