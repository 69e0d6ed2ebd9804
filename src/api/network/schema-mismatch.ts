/**
 * Reports a server's response that does not match its schema, with call, field and value, for developers who connect
 * another server.
 */
import type * as z from 'zod/mini';

import { UnexpectedAnswerError } from './errors';

/** Maximum number of characters that are shown of a received value. */
const MAX_SHOWN_LENGTH = 40;

type Path = readonly PropertyKey[];

/** Returns the path of the first mismatch; for a union, that of the alternative that matches furthest. */
function placeOf([issue]: readonly z.core.$ZodIssue[]): Path {
  if (!issue) return [];
  const below = issue.code === 'invalid_union' ? issue.errors.map(placeOf) : [];
  return [...issue.path, ...([...below].sort((one, other) => other.length - one.length)[0] ?? [])];
}

function valueAt(body: unknown, path: Path): unknown {
  return path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null | undefined)?.[key], body);
}

/** Formats a received value as one line of text; of a list or an object only its kind. */
function show(value: unknown): string {
  if (typeof value === 'object' && value !== null) return Array.isArray(value) ? '配列' : 'オブジェクト';
  const text = JSON.stringify(value) ?? 'なし';
  return text.length > MAX_SHOWN_LENGTH ? `${text.slice(0, MAX_SHOWN_LENGTH)}…` : text;
}

/** Returns the path of a call as messages name it: below /api/v1, without parameters. */
export function callOf(url: string): string {
  return url.replace(/^.*\/api\/v1\/|\/?(?:\?.*)?$/g, '');
}

/** Names, in Japanese, the field of a response that does not match. @param came the received value. */
export function describeMismatch(url: string, path: Path, came: unknown): string {
  return `サーバーの応答が想定と違います：${[callOf(url), ...path].join('.')}（${show(came)}）`;
}

/**
 * Creates the error for a mismatch at a path of a response, and reports it on the console.
 *
 * @param came the received value.
 */
export function schemaMismatchAt(url: string, path: Path, came: unknown): UnexpectedAnswerError {
  const words = describeMismatch(url, path, came);
  const error = new UnexpectedAnswerError(`${url}: ${words}`);
  error.schemaMismatch = words;
  // reportError is missing in Node, where tests of the schemas run.
  globalThis.reportError?.(error);
  return error;
}

/** Returns the error for JSON that does not match its schema. */
export function toSchemaMismatch(
  url: string,
  body: unknown,
  issues: readonly z.core.$ZodIssue[],
): UnexpectedAnswerError {
  const path = placeOf(issues);
  return schemaMismatchAt(url, path, valueAt(body, path));
}

/**
 * Returns a field that servers may leave out, but that this use of the response needs.
 *
 * @throws {UnexpectedAnswerError} that names call and field, if it is missing.
 */
export function needField<T>(value: T | undefined, call: string, field: string): T {
  if (value === undefined) throw schemaMismatchAt(call, [field], value);
  return value;
}
