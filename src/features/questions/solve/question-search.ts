/** The search parameters of solve and review: the question in view, so that back and forward walk the questions. */

/** From 1; what is no such number counts as none. */
function readNumber(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined;
}

const readText = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;

export interface SolveSearch {
  /** The question in view, from 1. */
  q?: number;
  /** All questions before 提出. */
  view?: 'overview';
  /** The result of this submit. */
  submit?: string;
}

export function readSolveSearch({ q, view, submit }: Record<string, unknown>): SolveSearch {
  return { q: readNumber(q), view: view === 'overview' ? view : undefined, submit: readText(submit) };
}

export interface ReviewSearch {
  /** The question in view, from 1. */
  q?: number;
  /** Only what was answered wrong. */
  wrong?: true;
  /** Whose answers: the own ones when left out. */
  user?: string;
}

export function readReviewSearch({ q, wrong, user }: Record<string, unknown>): ReviewSearch {
  return { q: readNumber(q), wrong: wrong === true ? wrong : undefined, user: readText(user) };
}
