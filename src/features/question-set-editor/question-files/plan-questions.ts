/** Plans which questions of a file are added to a question set, without changing the set. */
import { MAX_QUESTIONS } from '@/api/question-set-edits';
import { labelsFor } from '@/features/question-set-editor/editor-words';
import { isUntouched, type QuestionForm, type QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { checkQuestionSet, findRepeatedChoices } from '@/features/question-set-editor/question-set-rules';
import type { FileEntry, FileQuestion } from '@/study/question-files/file-question';

import { toQuestionForm } from './form-questions';

/** A question of a file with its line number and notes for the editor. */
export interface PlannedQuestion {
  line: number;
  notes: string[];
  question: QuestionForm;
}

export interface QuestionPlan {
  added: PlannedQuestion[];
  leftOut: FileEntry[];
  /** Valid questions that exceed the set's limit. */
  remaining: FileQuestion[];
}

/** Returns a field's label without the question's number, because a question of a file has no number yet. */
const labelOf = (path: string) => (labelsFor([path])[path] ?? '').replace(/^問1の?/, '');

/** Returns a question's errors by the editor's own rules, which include the server's limits. */
function findFaults(question: QuestionForm): string[] {
  const errors = checkQuestionSet({ title: 'タイトル', questions: [question] });
  return errors.map(({ path, message }) => [labelOf(path), message].filter(Boolean).join('：'));
}

function notesOf(question: QuestionForm, earlier: ReadonlySet<string>): string[] {
  const repeats = findRepeatedChoices(question).flatMap((place, index) =>
    place === -1 ? [] : `選択肢${index + 1}は、選択肢${place + 1}と同じ内容です。`,
  );
  return earlier.has(question.body.trim()) ? [...repeats, '同じ問題文の問題がほかにもあります。'] : repeats;
}

/** Returns the plan of an import into a set, based on the set's unsaved state in the editor. */
export function planQuestions(entries: readonly FileEntry[], { questions }: QuestionSetForm): QuestionPlan {
  const kept = questions.filter((question) => !isUntouched(question));
  const plan: QuestionPlan = { added: [], leftOut: [], remaining: [] };
  const bodies = new Set(kept.map(({ body }) => body.trim()));
  for (const entry of entries) {
    const question = entry.question && toQuestionForm(entry.question, kept.at(-1)?.shuffle ?? false);
    const faults = question ? findFaults(question) : [];
    if (!entry.question || !question) plan.leftOut.push(entry);
    else if (faults.length > 0) plan.leftOut.push({ ...entry, notes: faults });
    else if (kept.length + plan.added.length >= MAX_QUESTIONS) plan.remaining.push(entry.question);
    else {
      plan.added.push({ line: entry.line, question, notes: [...entry.notes, ...notesOf(question, bodies)] });
      bodies.add(question.body.trim());
    }
  }
  return plan;
}
