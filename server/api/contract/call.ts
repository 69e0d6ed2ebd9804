/** Describes one call of the API: enough for docs/openapi.json, the table in docs/connect-your-api.md, and a test that makes the call. */
import type { Role } from '@server/api/access/permissions';
import type * as z from 'zod/mini';

import type { ShapeName } from './shapes';

/** What a call sends: JSON of a shape, a form, or one file as multipart field `file`. */
export type RequestBody =
  | { as: 'json'; shape: ShapeName; example: unknown }
  | { as: 'form'; shape: ShapeName; example: Readonly<Record<string, string>> }
  | { as: 'file'; example: string };

export interface Call {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api/v1, parameters in braces: `/courses/{id}`. */
  path: string;
  /** A sentence without its full stop. */
  summary: string;
  /** Who may make it (docs/wire.md, "Rights"); whose records it covers is in `summary`. `anyone`: without a bearer header. */
  roles: readonly Role[] | 'anyone';
  body?: RequestBody;
  status: 200 | 201 | 204;
  /** What a good answer holds; none: an empty body. A list holds pages of it. */
  answer?: ShapeName;
  isList?: boolean;
  /** What a list can be asked for beside its page (docs/wire.md, "Searched lists"). */
  search?: z.core.$ZodLooseShape;
  /** Refusals beside those that any call may meet. */
  refusals?: readonly (403 | 404 | 409 | 413 | 415 | 422)[];
  /** The name in `abilities` of GET /info/ without which the app does not make the call (docs/wire.md, "Abilities"). */
  ability?: string;
  /** The demo user who makes it in an example, and what stands for the path's parameters then. */
  example?: { as?: string; params?: Readonly<Record<string, string>> };
  /** The screens that make it; none: the app does not, it is there for others. */
  screens: readonly string[];
  /** `start`: nobody gets in without it. `screen`: its screens show an error. `part`: they go on without that part. */
  without: 'start' | 'screen' | 'part';
}

/** What a change does with `updatedAt`, the same in all of them. */
export function versionWords(isOfSpecification = false): string {
  const ability = isOfSpecification ? '' : ' (ability `versions`)';
  return `with \`updatedAt\`${ability} 409 where another version is there`;
}

export const everybody: readonly Role[] = ['ADMIN', 'TEACHER', 'STAFF', 'STUDENT'];
