/** Makes what is searched of the lessons on the device: a record for each, made anew when its copies are others. */
import type { QueryClient } from '@tanstack/react-query';

import type { Lesson } from '@/api/lessons';
import type { LessonParts } from '@/device/lesson-copies';
import { addLessonText, dropLessonWords, keepLessonWords, lessonOfKey, type LessonTexts } from '@/device/lesson-texts';
import type { OwnerKey } from '@/session/session';
import { lessonsOf } from '@/study/lesson-order';
import { type FoldedLine, type LessonWords, toLessonWords, toLine } from '@/study/lesson-words';
import type { Pace } from '@/study/search-hits';
import { withoutPreamble } from '@/ui/markdown/markdown-documents';
import { fetchExtras } from '@/ui/markdown/markdown-extras';
import { type MarkdownWords, readWords } from '@/ui/markdown/markdown-words';

import { findWordsToDo, type WordsToDo } from './missing-words';

/** How many of the lessons on the device can be searched. */
export interface ReadInState {
  done: number;
  total: number;
}

async function readMarkdown(text: string, pace: Pace): Promise<MarkdownWords> {
  await fetchExtras(text);
  const reading = readWords(text);
  for (;;) {
    const next = reading.next();
    if (next.done) return next.value;
    if (pace.isOver()) await pace.rest();
  }
}

/** @param place of the lesson in its course, from 0. */
async function makeWords(lesson: Lesson, place: number, parts: LessonParts, pace: Pace): Promise<LessonWords> {
  const text = withoutPreamble(await parts.readText(lesson), lesson.title);
  const words = await readMarkdown(text, pace);
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
  /** Are kept up as it goes on. */
  texts?: LessonTexts;
  onStep?: (state: ReadInState) => void;
}

/** Makes the records that are missing; ends early where the owner is leaving. */
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
    // One that cannot be read is left for the next time; where all was called off, it ends here.
    const words = await makeWords(lesson, place, parts, pace).catch(() => pace.rest());
    if (!words) continue;
    if (!(await keepLessonWords(owner, key, words, outdated))) return;
    if (texts) addLessonText(texts, key, words);
  }
}

/**
 * Brings the records up to what the device holds, in slices; what fails is left for the next time.
 *
 * @throws {DOMException} of the device; what the pace throws.
 */
export async function readIn(client: QueryClient, owner: OwnerKey, options: ReadInOptions): Promise<void> {
  const todo = await findWordsToDo(client, owner);
  for (const key of todo.gone) options.texts?.lessons.delete(lessonOfKey(key));
  await dropLessonWords(owner, todo.gone);
  await makeMissing(owner, todo, options);
}
