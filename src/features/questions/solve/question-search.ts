/**
 * The URL search parameters of solving and review: they contain the shown question, so that back and forward step
 * through questions.
 */

/** Parses the number of a question, from 1; any other value counts as missing. */
function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const readTrue = (value: unknown) => (value === true ? value : undefined);

export interface SolveSearch {
  /** The number of the question in view, from 1. */
  q?: number;
  /** True to show the overview of all questions before 提出 (submit). */
  view?: 'overview';
  /** The id of the submit whose result is shown. */
  submit?: string;
  /** True while the learner retries the wrong answers of this submit or review. */
  again?: true;
}

export function readSolveSearch({ q, view, submit, again }: Record<string, unknown>): SolveSearch {
  return {
    q: readNumber(q),
    view: view === 'overview' ? view : undefined,
    submit: readText(submit),
    again: readTrue(again),
  };
}

export interface ReviewSearch {
  /** The number of the question in view, from 1. */
  q?: number;
  /** True to show only the questions that were answered wrong. */
  wrong?: true;
  /** The id of the user whose answers are shown; the signed-in user's own if omitted. */
  user?: string;
  /** True while the learner retries the wrong answers. */
  again?: true;
}

export function readReviewSearch({ q, wrong, user, again }: Record<string, unknown>): ReviewSearch {
  return { q: readNumber(q), wrong: readTrue(wrong), user: readText(user), again: readTrue(again) };
}
