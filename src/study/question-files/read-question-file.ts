/** Reads a file of questions: tells GIFT, Aiken and CSV apart by their content. */
import { parseCsv, UnreadableCsvError } from '@/study/csv';

import { answerLine, readAiken } from './aiken';
import { type FileEntry, toLines } from './file-question';
import { readGift } from './gift';
import { isQuestionHeader } from './question-columns';
import { MOST_ROWS_ABOVE, readQuestionRows } from './question-csv';

export interface QuestionFile {
  format: 'GIFT' | 'Aiken' | 'CSV';
  entries: FileEntry[];
  /** Descriptions of the parts that are left out of the whole file, in Japanese. */
  notes: string[];
}

/** Reads the rows of a CSV file; undefined if the text is not CSV of questions. @throws {UnreadableCsvError} */
async function readRows(text: string): Promise<QuestionFile | undefined> {
  let failure: unknown;
  const ignore = (error: unknown) => {
    if (!(error instanceof UnreadableCsvError)) throw error;
    failure = error;
    return [];
  };
  const rows = await parseCsv(text).catch(ignore);
  if (rows.slice(0, MOST_ROWS_ABOVE).some(isQuestionHeader)) return { format: 'CSV', ...readQuestionRows(rows) };
  // A quote makes a GIFT file unreadable as CSV; if the first line is a header, the file is CSV with a fault.
  const [first] = failure === undefined ? [] : await parseCsv(toLines(text.trimStart())[0] ?? '').catch(ignore);
  if (isQuestionHeader(first)) throw failure;
  return undefined;
}

/**
 * Returns the questions of a file, or undefined if it is none of the formats.
 *
 * @throws {UnreadableCsvError} when a quote of a CSV file is not closed.
 */
export async function readQuestionFile(written: string): Promise<QuestionFile | undefined> {
  const text = written.replace(/^\uFEFF/, '');
  const rows = await readRows(text);
  if (rows) return rows;
  if (toLines(text).some((line) => answerLine.test(line)))
    return { format: 'Aiken', entries: readAiken(text), notes: [] };
  return /[{}]/.test(text) ? { format: 'GIFT', entries: readGift(text), notes: [] } : undefined;
}
