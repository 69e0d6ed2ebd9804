/** What of a lesson is searched: its lines as they are compared and as they are shown, a record for each. */
import * as z from 'zod/mini';

import { foldText } from '@/lib/search-text';

/** The first letter of each line says what it is. */
const kinds = { '#': 'heading', ' ': 'text', '?': 'question' } as const;
export type LineKind = (typeof kinds)[keyof typeof kinds];
const markOf = { heading: '#', text: ' ', question: '?' } as const satisfies Record<LineKind, keyof typeof kinds>;

/** Raised when the same copies give another record: those that lie on devices are made anew. */
export const LESSON_WORDS_VERSION = 4;
const version = z.literal(LESSON_WORDS_VERSION);

/** A lesson's words as they are compared. */
export const foldedWordsSchema = z.object({
  version,
  courseId: z.string(),
  title: z.string(),
  /** Of the lesson within its course, from 0. */
  place: z.number(),
  /** Title, headings, texts and questions, folded, a line each. */
  folded: z.string(),
  /** Title and headings, folded. */
  heads: z.string(),
  /** Words and readings in turn, folded. */
  readings: z.array(z.string()),
});
export type FoldedWords = z.infer<typeof foldedWordsSchema>;

/** The same as they are shown: read only of what is found. */
export const shownLinesSchema = z.object({
  version,
  /** A line each, its kind before it. */
  lines: z.string(),
});
export type ShownLines = z.infer<typeof shownLinesSchema>;

/** What is kept of a lesson. */
export type LessonWords = FoldedWords & ShownLines;

export interface WordLine {
  text: string;
  kind: LineKind;
}

export interface FoldedLine extends WordLine {
  folded: string;
}

/** A line as it is kept: those of a long text are made some at a time. */
export function toLine({ text, kind }: WordLine): FoldedLine {
  const line = text.replace(/\s+/g, ' ').trim();
  return { text: line, kind, folded: foldText(line) };
}

export interface LessonSource extends Pick<FoldedWords, 'courseId' | 'title' | 'place'> {
  /** Without the title. */
  lines: readonly FoldedLine[];
  readings: readonly (readonly [word: string, reading: string])[];
}

/** Makes what is kept of a lesson. */
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

/** A line of a lesson with the heading it stands below, '' above the first. */
export interface PlacedLine extends WordLine {
  heading: string;
}

/** One of the lines: 0 is the title. */
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
