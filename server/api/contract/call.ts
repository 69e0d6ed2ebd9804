/**
 * Describes one call of the API: enough for docs/openapi.json, the table in docs/connect-your-api.md, the server's
 * routes, and a test that makes the call.
 */
import { holdersOf, type Permission, type Role } from '@server/api/access/permissions';
import type * as z from 'zod/mini';

import type { Declaration } from '@/api/network/calls';

import { type ShapeName, shapes } from './shapes';

/** The body of an API call: JSON, a form, or one file as multipart field `file`. */
export type RequestBody =
  | { as: 'json'; shape: ShapeName; example: unknown }
  | { as: 'form'; shape: ShapeName; example: Readonly<Record<string, string>> }
  | { as: 'file'; example: string };

type Refusal = 403 | 404 | 409 | 413 | 415 | 422;

/** What only the server and its documents need of a call. */
interface Description {
  /** What the call does: a sentence without its full stop. */
  summary: string;
  /** Query parameters of a list beside `page` and `size` (docs/wire.md, "Searched lists"). */
  search?: z.core.$ZodLooseShape;
  /** The server capability (ability) that the parameters in `search` need; `searched-lists` if omitted. */
  searchAbility?: string;
  /**
   * The server capability (ability) of each parameter in `search` that needs another one than `searchAbility`, by
   * parameter.
   */
  parameterAbilities?: Readonly<Record<string, string>>;
  /** The app makes the call only if `abilities` of GET /info/ has this name (docs/wire.md, "Abilities"). */
  ability?: string;
  /** The demo user who makes the example call, and the values of the path's parameters. */
  example?: { as?: string; params?: Readonly<Record<string, string>> };
  /** Screens that make the call; empty if the app does not make it. */
  screens: readonly string[];
  /**
   * The part of the app that fails if the server lacks the call: signing in (`start`), whole screens (`screen`), or
   * parts of screens (`part`).
   */
  without: 'start' | 'screen' | 'part';
}

/** A described call. @template Body the schema of the JSON payload. */
export interface Call<Body extends z.core.$ZodType = z.core.$ZodType> extends Description {
  method: Declaration['method'];
  /** Path below /api/v1, with parameters in braces: `/courses/{id}`. */
  path: string;
  /** The permission that the call needs; undefined if every role may make it. */
  permission?: Permission;
  /**
   * Roles that may make the call (docs/wire.md, "Rights"); `summary` says whose records it covers. `anyone`: no bearer
   * header.
   */
  roles: readonly Role[] | 'anyone';
  body?: RequestBody;
  /** The schema that checks the JSON payload before the route's handler runs. */
  bodySchema?: Body;
  status: 200 | 201 | 204;
  /** Schema of a successful response's body; undefined: an empty body. With `isList`, the schema of one item. */
  answer?: ShapeName;
  isList?: boolean;
  /** Statuses of this call's own refusals, in addition to those with which every call may be refused. */
  refusals: readonly Refusal[];
}

/** What {@link describeCall} adds to a declaration. @template Body the schema of the JSON payload. */
interface Added<Body extends z.core.$ZodType> extends Description {
  /** The permission that the call needs; stated for each call, so that none is open by omission. */
  permission: Permission | 'everybody';
  /** The JSON payload: its schema, and an example. */
  body?: { shape: Body; example: z.input<Body> };
  /** The file of the example, for a call whose body is one. */
  file?: string;
  /** The status of success, if it is not 201 for POST, 204 for DELETE, 200 for others. */
  status?: Call['status'];
  /** The answer's schema, if it is not the declaration's. */
  answer?: ShapeName;
  /** Refusals beside 403 for a permission, 404 for an id in the path, 422 for a body. */
  refusals?: readonly Refusal[];
}

const names = new Map<unknown, ShapeName>(Object.entries(shapes).map(([name, shape]) => [shape, name as ShapeName]));

/** Returns the name of a schema in the OpenAPI document. @throws {Error} if it has none. */
function nameOf(shape: z.core.$ZodType, path: string): ShapeName {
  const name = names.get(shape);
  if (!name) throw new Error(`A schema of ${path} has no name in server/api/contract/shapes.ts.`);
  return name;
}

const statuses: Partial<Record<Call['method'], Call['status']>> = { POST: 201, DELETE: 204 };

const everybody: readonly Role[] = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'];

/** Describes a call that the app declares in src/api. */
export function describeCall<Sent, Body extends z.core.$ZodType<unknown, Sent>>(
  { method, path, answer, isList }: Declaration<Sent>,
  { body, file, refusals = [], permission: holders, ...added }: Added<Body>,
): Call<Body> {
  const permission = holders === 'everybody' ? undefined : holders;
  const usual = [permission && 403, path.includes('{') && 404, body && 422] as const;
  const status = added.status ?? statuses[method] ?? 200;
  const json = body && { as: 'json' as const, shape: nameOf(body.shape, path), example: body.example };
  return {
    ...added,
    method,
    path,
    permission,
    roles: permission ? holdersOf(permission) : everybody,
    body: file === undefined ? json : { as: 'file', example: file },
    bodySchema: body?.shape,
    status,
    answer: added.answer ?? (answer && status !== 204 ? nameOf(answer, path) : undefined),
    isList,
    refusals: [...usual, ...refusals].filter((status) => typeof status === 'number').toSorted((a, b) => a - b),
  };
}

/** Returns the sentence on optimistic locking for the description of a call that changes something. */
export function versionWords(isOfSpecification = false): string {
  const ability = isOfSpecification ? '' : ' (ability `versions`)';
  return `with \`updatedAt\`${ability} 409 if another version was saved`;
}
