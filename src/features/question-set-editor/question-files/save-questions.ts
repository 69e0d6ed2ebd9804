/** Exports questions as a CSV file, which ファイルから追加 (add from file) can import. */
import { fileNameOf, saveFile } from '@/device/download';
import type { QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { toCsv } from '@/study/csv';
import type { FileQuestion } from '@/study/question-files/file-question';
import { toQuestionRows } from '@/study/question-files/question-csv';

import { toFileQuestion } from './form-questions';

export async function saveQuestionFile(name: string, questions: readonly FileQuestion[]): Promise<void> {
  await saveFile(fileNameOf(`${name}.csv`), toCsv(toQuestionRows(questions)));
}

/** Exports the set as it is in the editor, including changes that are not saved on the server yet. */
export function saveQuestions({ title, questions }: QuestionSetForm): Promise<void> {
  return saveQuestionFile(title.trim() || '問題集', questions.map(toFileQuestion));
}
