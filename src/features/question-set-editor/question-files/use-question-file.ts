/** Reads a file of questions or a pasted text, and plans what it would add to the question set. */
import { useState } from 'react';

import { MAX_CSV_BYTES } from '@/api/files/upload-limits';
import type { QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { formatBytes } from '@/lib/format-bytes';
import { decodeText, UnreadableCsvError } from '@/study/csv';
import { type QuestionFile, readQuestionFile } from '@/study/question-files/read-question-file';

import { planQuestions, type QuestionPlan } from './plan-questions';

export interface OpenedQuestions extends Pick<QuestionFile, 'format' | 'notes'> {
  /** The file's name without its extension; '' for a pasted text. */
  name: string;
  plan: QuestionPlan;
}

const NOT_READABLE =
  '文字として読めませんでした。Excelのファイルは、「CSV UTF-8」で保存するか、表をコピーして下の欄に貼り付けてください。';
const QUOTE_OPEN = 'CSVの引用符（"）が閉じていません。表計算ソフトでCSVとして保存しなおしてください。';
const NO_FORMAT = 'GIFT、Aiken、CSVのどれでもないようです。CSVなら、1行目に「問題文」と「正解」の見出しが必要です。';
const NO_QUESTION = '問題が1つもありません。';

/** Reads the questions of a text. @returns the questions, or in Japanese why they cannot be read. */
async function openText(text: string, name: string, values: QuestionSetForm): Promise<OpenedQuestions | string> {
  const file = await readQuestionFile(text).catch((error: unknown) => {
    if (error instanceof UnreadableCsvError) return QUOTE_OPEN;
    throw error;
  });
  if (typeof file === 'string') return file;
  if (!file) return NO_FORMAT;
  if (file.entries.length === 0) return NO_QUESTION;
  return { format: file.format, notes: file.notes, name, plan: planQuestions(file.entries, values) };
}

async function openFile(file: File, values: QuestionSetForm): Promise<OpenedQuestions | string> {
  if (file.size > MAX_CSV_BYTES) return `ファイルが大きすぎます。${formatBytes(MAX_CSV_BYTES)}までに分けてください。`;
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text: string;
  try {
    text = decodeText(bytes);
  } catch {
    return NOT_READABLE;
  }
  return openText(text, file.name.replace(/\.[^.]*$/, ''), values);
}

/** Reads question files for the form; `error` says in Japanese why the last file cannot be read. */
export function useQuestionFile(values: QuestionSetForm) {
  const [opened, setOpened] = useState<OpenedQuestions>();
  const [error, setError] = useState<string>();
  const [isReading, setReading] = useState(false);
  async function show(reading: Promise<OpenedQuestions | string>): Promise<void> {
    setReading(true);
    const found = await reading.catch(() => '読み込めませんでした。もう一度お試しください。');
    setReading(false);
    setError(typeof found === 'string' ? found : undefined);
    setOpened(typeof found === 'string' ? undefined : found);
  }
  return {
    opened,
    error,
    isReading,
    openFile: (file: File) => void show(openFile(file, values)),
    openText: (text: string) => void show(openText(text, '', values)),
  };
}
