/**
 * Declares API calls: a declaration is the function with which the app makes the call, and carries what the contract
 * and the routes of the embedded server are made from (docs/decisions/0096). The schemas of payloads are in
 * server/api/contract, so that the app does not load those that only the server checks.
 */
import type * as z from 'zod/mini';

import { type Page, type PageQuery, pageSchema } from '@/api/shapes';

import { request, requestCreate, requestNothing } from './client';
import { requireId, requireValue } from './require';
import type { RequestOptions } from './transport';

/** The declaration of a call. @template Sent the JSON payload as the app sends it; only a type. */
export interface Declaration<Sent = unknown> {
  readonly method: NonNullable<RequestOptions['method']>;
  /** Path below /api/v1, with parameters in braces: `/courses/{id}`. */
  readonly path: string;
  /** Schema of a successful response's body; with `isList`, of one item; undefined: an empty body. */
  readonly answer?: z.core.$ZodType;
  readonly isList?: boolean;
  readonly sent?: Sent;
}

/** The ids in a path. */
type IdsIn<Path extends string> = Path extends `${string}{${string}}${infer Rest}` ? [id: string, ...IdsIn<Rest>] : [];

/** Returns a path with ids, which it takes off the front of `given`. @throws {RequiredParameterError} */
function fill(path: string, given: unknown[]): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => requireId(given.shift() as string, `${name} of ${path}`));
}

/** Declares a call that reads one thing; the function takes the ids in the path, and a signal. */
// @__NO_SIDE_EFFECTS__
export function read<Path extends string, Answer extends z.core.$ZodType>(path: Path, answer: Answer) {
  const call = (...given: [...ids: IdsIn<Path>, signal?: AbortSignal]): Promise<z.output<Answer>> => {
    const left: unknown[] = given;
    return request(fill(path, left), answer, { signal: left[0] as AbortSignal | undefined });
  };
  return Object.assign(call, { method: 'GET', path, answer } as const);
}

/** Declares a call that reads a page of a list. @param answer the schema of one item. */
// @__NO_SIDE_EFFECTS__
export function list<Item, Query extends PageQuery = PageQuery>(path: string, answer: z.core.$ZodType<Item>) {
  const call = (query?: Query, signal?: AbortSignal): Promise<Page<Item>> =>
    request(path, pageSchema(answer), { query, signal });
  return Object.assign(call, { method: 'GET', path, answer, isList: true } as const);
}

/** Declares a call that creates something. The function's `key`: see {@link requestCreate}. */
// @__NO_SIDE_EFFECTS__
export function create<Sent, Answer>(path: string, answer: z.core.$ZodType<Answer>) {
  const call = (sent: Sent, key?: string): Promise<Answer> =>
    requestCreate(path, answer, requireValue(sent, `body of ${path}`), key);
  return Object.assign(call, { method: 'POST', path, answer } as const) as typeof call & Declaration<Sent>;
}

/** Declares a call that changes something. The function rejects with status 409 if a newer version was saved. */
// @__NO_SIDE_EFFECTS__
export function change<Sent, Answer>(
  path: string,
  answer: z.core.$ZodType<Answer>,
  method: 'PATCH' | 'PUT' | 'POST' = 'PATCH',
) {
  const call = (id: string, sent: Sent, signal?: AbortSignal): Promise<Answer> =>
    request(fill(path, [id]), answer, { method, json: requireValue(sent, `body of ${path}`), signal });
  return Object.assign(call, { method, path, answer }) as typeof call & Declaration<Sent>;
}

/** Declares a call that deletes something. */
// @__NO_SIDE_EFFECTS__
export function remove(path: string) {
  const call = (id: string): Promise<void> => requestNothing(fill(path, [id]), { method: 'DELETE' });
  return Object.assign(call, { method: 'DELETE', path } as const);
}
