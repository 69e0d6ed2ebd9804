/** The search parameters of solve and review: the question in view, so that back and forward walk the questions. */

/** From 1; what is no such number counts as none. */
function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

const readTrue = (value: unknown) => (value === true ? value : undefined);

export interface SolveSearch {
  /** The question in view, from 1. */
  q?: number;
  /** All questions before 提出. */
  view?: 'overview';
  /** The result of this submit. */
  submit?: string;
  /** The wrong answers of this submit, or of the review, are tried again. */
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
  /** The question in view, from 1. */
  q?: number;
  /** Only what was answered wrong. */
  wrong?: true;
  /** Whose answers: the own ones when left out. */
  user?: string;
  /** The own wrong answers are tried again. */
  again?: true;
}

export function readReviewSearch({ q, wrong, user, again }: Record<string, unknown>): ReviewSearch {
  return { q: readNumber(q), wrong: readTrue(wrong), user: readText(user), again: readTrue(again) };
}
