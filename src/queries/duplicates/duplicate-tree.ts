/**
 * Duplicates a course, section, chapter or lesson with everything below it, as a sequence of ordinary calls of the API.
 * Existing parts of the duplicate are found by their titles, so an interrupted duplicate is continued. Files are
 * shared.
 */
import { createChapter } from '@/api/chapters';
import { createCourse, fetchCourse } from '@/api/courses';
import { createLesson, lessonFields } from '@/api/lessons';
import { createQuestionSet, type NewQuestion } from '@/api/question-set-edits';
import { createSection, fetchSection } from '@/api/sections';
import { pick } from '@/lib/pick';
import {
  fetchWholeQuestionSet,
  type QuestionSettings,
  type WholeQuestionSet,
} from '@/queries/curriculum/question-set-writes';
import { createId } from '@/storage/unique-id';

import { pairParts, type Part, partsBelow, type ReadLesson } from './duplicate-parts';
import { waitIfBusy } from './wait-if-busy';

/** All fields of a create: `undefined` for one that a duplicate does not take; leaving one out is a type error. */
type EveryField<Fields> = { [Name in keyof Required<Fields>]: Fields[Name] };

// Duplicates the questions of a set with new ids for questions and choices, and with the answer keys that refer to
// them.

/**
 * Duplicates questions.
 *
 * @param key a UUID, the start of all new ids: the same questions and key give the same duplicate.
 * @param settings the server's capabilities.
 */
function duplicateQuestions(
  { set, explanation }: WholeQuestionSet,
  key: string,
  { hasShuffle, hasLenient }: QuestionSettings,
): EveryField<NewQuestion>[] {
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
      lenient: (isText && hasLenient && answer?.lenient) || undefined,
      correctOrder: type === 'order' ? idsOf(answer?.correctOrder) : undefined,
      correctChoiceIds: isChoice ? idsOf(answer?.correctChoiceIds) : undefined,
      shuffle: isChoice && hasShuffle ? (shuffle ?? false) : undefined,
    };
  });
}

/** A create that was sent, and whose response was not received. */
export interface DuplicateAttempt {
  /** The kind and id of the original. */
  part: string;
  /** Its idempotency key, and the start of the ids of its questions. */
  key: string;
  /** The body that was sent, JSON. */
  body: string;
}

/** The inputs of a duplicate. */
export interface DuplicateTools {
  signal: AbortSignal;
  /** Called after each section, chapter, lesson and set that is in the duplicate. */
  onStep: () => void;
  settings: QuestionSettings;
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
export interface DuplicatePlace {
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
        const questions = duplicateQuestions(whole, key, tools.settings);
        return { lessonId: parentId, ...titleAndOrder, questions };
      });
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
export async function duplicatePart(
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
