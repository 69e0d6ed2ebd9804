/** A server's answer that does not fit its schema, for whoever connects one of their own: which call, which field, what came. */
import type * as z from 'zod/mini';

import { UnexpectedAnswerError } from './errors';

/** What came is told as far as this. */
const MAX_SHOWN = 40;

type Path = readonly PropertyKey[];

/** Where it does not fit first; of several shapes that would do, the one that fits furthest is meant. */
function placeOf([issue]: readonly z.core.$ZodIssue[]): Path {
  if (!issue) return [];
  const below = issue.code === 'invalid_union' ? issue.errors.map(placeOf) : [];
  return [...issue.path, ...(below.toSorted((one, other) => other.length - one.length)[0] ?? [])];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], body);
}

/** A value as a line shows it. */
function show(value: unknown): string {
  const text = JSON.stringify(value) ?? 'なし';
  return text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
}

/** The error for what does not fit at a place of a call's answer; it is told on the console, too. */
export function schemaMismatchAt(url: string, path: Path, came: unknown): UnexpectedAnswerError {
  const call = url.replace(/^.*\/api\/v1\/|\/?(?:\?.*)?$/g, '');
  const words = `サーバーの応答が想定と違います：${[call, ...path].join('.')}（${show(came)}）`;
  const error = new UnexpectedAnswerError(`${url}: ${words}`);
  error.misfit = words;
  // Node has none: the schemas' tests run there.
  globalThis.reportError?.(error);
  return error;
}

/** The error for an answer that does not fit. A text that is no JSON is not our server's, and nothing is named. */
export function toSchemaMismatch(
  url: string,
  body: unknown,
  issues: readonly z.core.$ZodIssue[],
): UnexpectedAnswerError {
  if (typeof body === 'string') return new UnexpectedAnswerError(`${url}: no JSON`);
  const path = placeOf(issues);
  return schemaMismatchAt(url, path, valueAt(body, path));
}
