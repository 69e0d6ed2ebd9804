/** Builds the search index: one record per lesson on the device, rebuilt when the cached lesson changes. */
import type { QueryClient } from '@tanstack/react-query';

import { lessonsOf } from '@/api/outline';
import type { LessonCopy, LessonParts } from '@/device/lesson-copies';
import { addLessonText, dropLessonWords, keepLessonWords, lessonOfKey, type LessonTexts } from '@/device/lesson-texts';
import type { OwnerKey } from '@/session/session';
import { type FoldedLine, type LessonWords, toLessonWords, toLine } from '@/study/outline/lesson-words';
import type { Pace } from '@/study/search/search-hits';
import { readBreaks, withoutPreamble } from '@/ui/markdown/cut/documents';
import { fetchExtras } from '@/ui/markdown/load-extras';
import { type MarkdownWords, readWords } from '@/ui/markdown/markdown-words';

import { findWordsToDo, type WordsToDo } from './missing-words';

/** Progress: how many of the lessons on the device can be searched. */
export interface ReadInState {
  done: number;
  total: number;
}

async function readMarkdown(text: string, pace: Pace, hasBreaks = false): Promise<MarkdownWords> {
  await fetchExtras(text);
  const reading = readWords(text, hasBreaks);
  for (;;) {
    const next = reading.next();
    if (next.done) return next.value;
    if (pace.isOver()) await pace.rest();
  }
}

/** Builds the search record of a lesson. @param place index of the lesson in its course, from 0. */
async function makeWords(lesson: LessonCopy, place: number, parts: LessonParts, pace: Pace): Promise<LessonWords> {
  const written = await parts.readText(lesson);
  const words = await readMarkdown(withoutPreamble(written, lesson.title), pace, readBreaks(written));
  const lines: FoldedLine[] = [];
  for (const { text: line, isHeading } of words.blocks) {
    if (pace.isOver()) await pace.rest();
    lines.push(toLine({ text: line, kind: isHeading ? 'heading' : 'text' }));
  }
  const readings = [...words.readings];
  for (const { title, questions } of await parts.readQuestionSets(lesson)) {
    lines.push(toLine({ text: title, kind: 'heading' }));
    for (const { body } of questions) {
      const question = await readMarkdown(body, pace);
      lines.push(...question.blocks.map((block) => toLine({ text: block.text, kind: 'question' })));
      readings.push(...question.readings);
    }
  }
  return toLessonWords({ courseId: lesson.courseId, title: lesson.title, place, lines, readings });
}

export interface ReadInOptions {
  pace: Pace;
  /** The index in memory, to which new records are added. */
  texts?: LessonTexts;
  onStep?: (state: ReadInState) => void;
}

/** Builds the missing records; stops early while the owner is being signed out. */
async function makeMissing(
  owner: OwnerKey,
  { missing, total, parts }: WordsToDo,
  { pace, texts, onStep }: ReadInOptions,
): Promise<void> {
  const orders = new Map<string, { id: string }[]>();
  for (const [index, { lesson, key, outdated }] of missing.entries()) {
    if (!parts) return;
    onStep?.({ done: total - missing.length + index, total });
    if (pace.isOver()) await pace.rest();
    const order = orders.get(lesson.courseId) ?? lessonsOf((await parts.readCourse(lesson.courseId))?.sections ?? []);
    orders.set(lesson.courseId, order);
    const place = order.findIndex(({ id }) => id === lesson.id);
    // Skip a lesson that cannot be read until the next run; if the run was aborted, `rest` throws.
    const words = await makeWords(lesson, place, parts, pace).catch(() => pace.rest());
    if (!words) continue;
    if (!(await keepLessonWords(owner, key, words, outdated))) return;
    if (texts) addLessonText(texts, key, words);
  }
}

/**
 * Brings the search index up to date with the cached lessons, in time slices; a lesson that fails is left for the next
 * run.
 *
 * @throws {DOMException} if the storage fails; the pace's error, such as the abort reason.
 */
export async function readIn(client: QueryClient, owner: OwnerKey, options: ReadInOptions): Promise<void> {
  const todo = await findWordsToDo(client, owner);
  for (const key of todo.gone) options.texts?.lessons.delete(lessonOfKey(key));
  await dropLessonWords(owner, todo.gone);
  await makeMissing(owner, todo, options);
}
