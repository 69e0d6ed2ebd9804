/** A lesson's entry in the search index: one record with folded text to search, one with the lines to show. */
import * as z from 'zod/mini';

import { foldText } from '@/lib/search-text';

/** The kinds of lines in the search index, each with its first character. */
const kinds = { '#': 'heading', ' ': 'text', '?': 'question' } as const;
export type LineKind = (typeof kinds)[keyof typeof kinds];
const markOf = { heading: '#', text: ' ', question: '?' } as const satisfies Record<LineKind, keyof typeof kinds>;

/**
 * The version of the search index's records. Raise it when the same copies yield a different record: devices then
 * rebuild their index.
 */
export const LESSON_WORDS_VERSION = 5;
const version = z.literal(LESSON_WORDS_VERSION);

/** The record with the folded text of a lesson. */
export const foldedWordsSchema = z.object({
  version,
  courseId: z.string(),
  title: z.string(),
  /** The lesson's position in its course, from 0. */
  place: z.number(),
  /** Title, headings, paragraphs and questions of the lesson, folded, one per line. */
  folded: z.string(),
  /** Title and headings of the lesson, folded. */
  heads: z.string(),
  /** The lesson's words and their readings in turn (word, reading, word, reading, …), folded. */
  readings: z.array(z.string()),
});
export type FoldedWords = z.infer<typeof foldedWordsSchema>;

/** The record with the lines to show; read only for found lessons. */
export const shownLinesSchema = z.object({
  version,
  /** The lines to show, one per line, each after the character that marks its kind. */
  lines: z.string(),
});
export type ShownLines = z.infer<typeof shownLinesSchema>;

/** Both records of a lesson in the search index. */
export type LessonWords = FoldedWords & ShownLines;

export interface WordLine {
  text: string;
  kind: LineKind;
}

export interface FoldedLine extends WordLine {
  folded: string;
}

/** Converts a line of a lesson to its form in the search index. */
export function toLine({ text, kind }: WordLine): FoldedLine {
  const line = text.replace(/\s+/g, ' ').trim();
  return { text: line, kind, folded: foldText(line) };
}

export interface LessonSource extends Pick<FoldedWords, 'courseId' | 'title' | 'place'> {
  /** The lines of the lesson without the title. */
  lines: readonly FoldedLine[];
  readings: readonly (readonly [word: string, reading: string])[];
}

/** Creates both search index records of a lesson. */
export function toLessonWords({ lines, readings, ...lesson }: LessonSource): LessonWords {
  const all = [toLine({ text: lesson.title, kind: 'heading' }), ...lines];
  const fold = (some: readonly FoldedLine[]) => some.map(({ folded }) => folded).join('\n');
  const pairs = new Map(readings.map((pair) => [pair.join('|'), pair]));
  return {
    ...lesson,
    version: LESSON_WORDS_VERSION,
    lines: all.map(({ text, kind }) => markOf[kind] + text).join('\n'),
    folded: fold(all),
    heads: fold(all.filter(({ kind }) => kind === 'heading')),
    readings: [...pairs.values()].flatMap(([word, reading]) => [foldText(word), foldText(reading)]),
  };
}

/** A line with the heading above it, '' before the first heading. */
export interface PlacedLine extends WordLine {
  heading: string;
}

/** Returns one line by index; 0 is the title. */
export function readLine({ lines }: Pick<ShownLines, 'lines'>, at: number): PlacedLine | undefined {
  const all = lines.split('\n');
  const { [at]: line } = all;
  if (line === undefined) return undefined;
  const heading = all.slice(1, at + 1).findLast((above) => above.startsWith(markOf.heading)) ?? '';
  return {
    text: line.slice(1),
    kind: kinds[line.charAt(0) as keyof typeof kinds] ?? 'text',
    heading: heading.slice(1),
  };
}
