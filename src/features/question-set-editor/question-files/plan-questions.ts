/** Plans which questions of a file are added to a set; nothing is changed. */
import { MAX_QUESTIONS } from '@/api/question-set-edits';
import { labelsFor } from '@/features/question-set-editor/editor-words';
import { isUntouched, type QuestionForm, type QuestionSetForm } from '@/features/question-set-editor/question-set-form';
import { checkQuestionSet, findRepeatedChoices } from '@/features/question-set-editor/question-set-rules';
import type { FileEntry, FileQuestion } from '@/study/question-files/file-question';

import { toQuestionForm } from './form-questions';

/** A question with its line in the file, and what to know about it. */
export interface PlannedQuestion {
  line: number;
  notes: string[];
  question: QuestionForm;
}

export interface QuestionPlan {
  added: PlannedQuestion[];
  leftOut: FileEntry[];
  /** Valid questions for which the set has no room. */
  remaining: FileQuestion[];
}

/** The first part of a message's label names the question, which has no number yet. */
const labelOf = (path: string) => (labelsFor([path])[path] ?? '').replace(/^問1の?/, '');

/** The faults by the editor's own rules, including the server's limits. */
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

/** Returns the plan for a set as it is in the editor. */
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
