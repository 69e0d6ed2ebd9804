/**
 * Declares API calls: a declaration is the function with which the app makes the call, and carries what the contract
 * and the routes of the embedded server are made from (docs/decisions/0096). The schemas of payloads are in
 * server/api/contract, so that the app does not load those that only the server checks.
 */
import type * as z from 'zod/mini';

import { isAsAsked, type ListQuery, type Page, type PageQuery, pageSchema } from '@/api/shapes';
import { type Capability, hasCapability } from '@/session/capabilities';
import { readOwnSession } from '@/session/session';

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

async function hasCapabilities(names: readonly Capability[]): Promise<boolean> {
  const session = await readOwnSession();
  return names.every((name) => hasCapability(session, name));
}

/** Returns a call that is sent only to servers with a capability; for others it resolves to undefined. */
// @__NO_SIDE_EFFECTS__
export function withCapability<Given extends unknown[], Answer, Call>(
  name: Capability,
  call: Call & ((...given: Given) => Promise<Answer>),
) {
  const ask = async (...given: Given) => ((await hasCapabilities([name])) ? call(...given) : undefined);
  return Object.assign(ask, call as Pick<Call, keyof Call>);
}

/**
 * Declares a call that reads a page of a list. Search parameters are left out for servers that do not know them.
 *
 * @param answer the schema of one item. @param capabilities those by which a server can search the list; the first one
 * names the search parameters.
 */
// @__NO_SIDE_EFFECTS__
export function list<Item, Query extends PageQuery = PageQuery>(
  path: string,
  answer: z.core.$ZodType<Item>,
  capabilities: readonly [Capability, ...Capability[]] = ['searched-lists'],
) {
  const abilityFor = (name: string) => (['', 'page', 'size'].includes(name) ? undefined : capabilities[0]);
  const call = (query?: Query, signal?: AbortSignal): Promise<Page<Item>> =>
    request(path, pageSchema(answer), { query, signal, abilityFor });
  /** Returns true if the server can search the list. */
  const canSearch = () => hasCapabilities(capabilities);
  /**
   * Reads a page of what matches a query; undefined from a server that does not apply the whole query, so that the
   * caller must read the whole list and search it.
   */
  const search = async (query: Query, signal?: AbortSignal): Promise<Page<Item> | undefined> => {
    const page = (await canSearch()) ? await call(query, signal) : undefined;
    return page && isAsAsked(page, query as ListQuery) ? page : undefined;
  };
  return Object.assign(call, { search, canSearch, method: 'GET', path, answer, isList: true } as const);
}

/** The fields of a payload that only servers with a capability know; for other servers they are left out. */
export type FieldCapabilities = Readonly<Record<string, Capability>>;

/** The version in edits of things whose version is not part of the specification (docs/wire.md, "Versions"). */
export const versionCapability = { updatedAt: 'versions' } as const satisfies FieldCapabilities;

/** Declares a call that creates something. The function's `key`: see {@link requestCreate}. */
// @__NO_SIDE_EFFECTS__
export function create<Sent, Answer>(
  path: string,
  answer: z.core.$ZodType<Answer>,
  capabilities: FieldCapabilities = {},
) {
  const abilityFor = (name: string) => capabilities[name];
  const call = (sent: Sent, key?: string): Promise<Answer> =>
    requestCreate(path, answer, requireValue(sent, `body of ${path}`), { key, abilityFor });
  return Object.assign(call, { method: 'POST', path, answer } as const) as typeof call & Declaration<Sent>;
}

/** Declares a call that changes something. The function rejects with status 409 if a newer version was saved. */
// @__NO_SIDE_EFFECTS__
export function change<Sent, Answer>(
  path: string,
  answer: z.core.$ZodType<Answer>,
  { method = 'PATCH', capabilities = {} }: { method?: 'PATCH' | 'PUT' | 'POST'; capabilities?: FieldCapabilities } = {},
) {
  const abilityFor = (name: string) => capabilities[name];
  const call = (id: string, sent: Sent, signal?: AbortSignal): Promise<Answer> =>
    request(fill(path, [id]), answer, { method, json: requireValue(sent, `body of ${path}`), signal, abilityFor });
  return Object.assign(call, { method, path, answer }) as typeof call & Declaration<Sent>;
}

/** Declares a call that deletes something. */
// @__NO_SIDE_EFFECTS__
export function remove(path: string) {
  const call = (id: string): Promise<void> => requestNothing(fill(path, [id]), { method: 'DELETE' });
  return Object.assign(call, { method: 'DELETE', path } as const);
}
