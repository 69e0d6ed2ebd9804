/**
 * Describes one call of the API: enough for docs/openapi.json, the table in docs/connect-your-api.md, and a test that
 * makes the call.
 */
import type { Role } from '@server/api/access/permissions';
import type * as z from 'zod/mini';

import type { ShapeName } from './shapes';

/** The body of an API call: JSON, a form, or one file as multipart field `file`. */
export type RequestBody =
  | { as: 'json'; shape: ShapeName; example: unknown }
  | { as: 'form'; shape: ShapeName; example: Readonly<Record<string, string>> }
  | { as: 'file'; example: string };

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Path below /api/v1, with parameters in braces: `/courses/{id}`. */
  path: string;
  /** What the call does: a sentence without its full stop. */
  summary: string;
  /**
   * Roles that may make the call (docs/wire.md, "Rights"); `summary` says whose records it covers. `anyone`: no bearer
   * header.
   */
  roles: readonly Role[] | 'anyone';
  body?: RequestBody;
  status: 200 | 201 | 204;
  /** Schema of a successful response's body; undefined: an empty body. With `isList`, the schema of one item. */
  answer?: ShapeName;
  isList?: boolean;
  /** Query parameters of a list beside `page` and `size` (docs/wire.md, "Searched lists"). */
  search?: z.core.$ZodLooseShape;
  /** The server capability (ability) that the parameters in `search` need; `searched-lists` if omitted. */
  searchAbility?: string;
  /**
   * The server capability (ability) of each parameter in `search` that needs another one than `searchAbility`, by
   * parameter.
   */
  parameterAbilities?: Readonly<Record<string, string>>;
  /** Statuses of this call's own refusals, in addition to those with which every call may be refused. */
  refusals?: readonly (403 | 404 | 409 | 413 | 415 | 422)[];
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

/** Returns the sentence on optimistic locking for the description of a call that changes something. */
export function versionWords(isOfSpecification = false): string {
  const ability = isOfSpecification ? '' : ' (ability `versions`)';
  return `with \`updatedAt\`${ability} 409 if another version was saved`;
}

export const everybody: readonly Role[] = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'];
