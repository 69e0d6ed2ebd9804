/** Questions as read from a file (GIFT, Aiken, CSV), before they get ids. */
import type { QuestionType } from '@/api/question-sets';

export interface FileChoice {
  /** Markdown. */
  body: string;
  isCorrect: boolean;
}

export interface FileQuestion {
  type: QuestionType;
  /** Markdown. */
  body: string;
  /** The choices; for `order` in the right order, empty for `text`. */
  choices: FileChoice[];
  /** The accepted answers; empty unless the type is `text`. */
  acceptedAnswers: string[];
  /** Markdown. */
  explanation: string;
  /** True if the choices are shuffled; absent if the file does not say. */
  shuffle?: boolean;
  /** True if a text answer may differ in kana, decimal point and digit grouping; absent if the file does not say. */
  lenient?: boolean;
}

/** One question of a file, or the reason why it was left out. */
export interface FileEntry {
  /** The question's first line in the file, from 1. For CSV the row, as in a spreadsheet. */
  line: number;
  /** The question's text as written, by which the author recognises it. */
  text: string;
  /** The question; absent if it cannot be represented: then `notes` gives the reason. */
  question?: FileQuestion;
  /** Descriptions of what was changed or left out, in Japanese. */
  notes: string[];
}

/** Error: the question cannot be represented; the message is for the author, in Japanese. */
export class LeftOutError extends Error {
  override readonly name = 'LeftOutError';
}

/** Reads one question; a `LeftOutError` becomes the note of an entry without a question. */
export function readEntry(line: number, text: string, read: (notes: string[]) => FileQuestion): FileEntry {
  const notes: string[] = [];
  try {
    return { line, text, question: read(notes), notes };
  } catch (error) {
    if (!(error instanceof LeftOutError)) throw error;
    return { line, text, notes: [error.message] };
  }
}

/** Returns the lines of a text, with any kind of line end. */
export function toLines(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}
