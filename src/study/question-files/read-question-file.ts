/** Reads a file of questions: tells GIFT, Aiken and CSV apart by their content. */
import { parseCsv, UnreadableCsvError } from '@/study/csv';

import { answerLine, readAiken } from './aiken';
import { type FileEntry, toLines } from './file-question';
import { readGift } from './gift';
import { isQuestionHeader, readQuestionRows } from './question-csv';

export interface QuestionFile {
  format: 'GIFT' | 'Aiken' | 'CSV';
  entries: FileEntry[];
  /** Descriptions of the parts that are left out of the whole file, in Japanese. */
  notes: string[];
}

/** Reads the rows of a CSV file; undefined if the text is not CSV of questions. */
async function readRows(text: string): Promise<QuestionFile | undefined> {
  // Let the header alone decide, because a quote in a GIFT file would make it unreadable as CSV.
  const [headLine = ''] = toLines(text.trimStart());
  const [header] = await parseCsv(headLine).catch((error: unknown) => {
    if (error instanceof UnreadableCsvError) return [];
    throw error;
  });
  if (!isQuestionHeader(header)) return undefined;
  return { format: 'CSV', ...readQuestionRows(await parseCsv(text)) };
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
