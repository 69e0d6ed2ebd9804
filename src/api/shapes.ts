/** The shapes that every resource is made of: ids, timestamps, lists. */
import * as z from 'zod/mini';

const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** True for what may stand as one segment of a path: `.`, `..`, '' and slashes never do (docs/wire.md). */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID_PATTERN.test(value);
}

/** A server's id: 1 to 64 of A-Z a-z 0-9 _ -; integers are read as strings. */
export const idSchema = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))]),
  z.string().check(z.regex(ID_PATTERN)),
);

/** ISO 8601, UTC. */
export const timestampSchema = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** The version an edit started from; where a newer one has been saved, it is refused with 409 and that one in `current`. */
export const startedFrom = { updatedAt: z.optional(timestampSchema) };

/** A field the server may leave out or send as null; read as undefined. */
export function optionalField<T extends z.core.$ZodType>(schema: T) {
  return z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
}

/** A field the server may leave out; read as `fallback` then. */
export function defaulted<T extends z.core.$ZodType>(schema: T, fallback: z.output<T>) {
  return z.pipe(
    z.optional(z.nullable(schema)),
    z.transform((value) => value ?? fallback),
  );
}

/** One page of a list. `page` counts from 1. */
export interface Page<T> {
  items: T[];
  total: number;
  page: number;
  size: number;
  pages: number;
  /** Of the parameters that were sent those that were understood; of servers with the ability `searched-lists`. */
  applied?: string[];
}

/** `{items, total, page, size, pages}`; a bare array is read as one page (docs/wire.md). */
export function pageSchema<T extends z.core.$ZodType>(itemSchema: T) {
  const items = z.array(itemSchema);
  return z.union([
    z.object({
      items,
      total: z.number(),
      page: z.number(),
      size: z.number(),
      pages: z.number(),
      applied: optionalField(z.array(z.string())),
    }),
    z.pipe(
      items,
      z.transform((all) => ({ items: all, total: all.length, page: 1, size: all.length, pages: 1 })),
    ),
  ]);
}

/** Which page of a list to ask for; the server's own defaults are page 1, size 50. */
export interface PageQuery {
  page?: number;
  size?: number;
}

/** What lists are asked for; each says which of it (docs/wire.md, "Searched lists"). */
export interface ListQuery extends PageQuery {
  companyId?: string;
  q?: string;
  role?: string;
  state?: string;
  sort?: string;
  courses?: string;
  usernames?: string;
  courseId?: string;
  contentId?: string;
  ids?: string;
}

/** Whether a server has answered what it was asked for: where it has not understood all of it, a list has to be read whole. */
export function isAsAsked({ applied = [] }: Page<unknown>, query: ListQuery): boolean {
  const understood = new Set(['page', 'size', ...applied]);
  return Object.entries(query).every(([name, value]) => value === undefined || understood.has(name));
}

const MAX_SEARCH_LENGTH = 200;

/** What is looked for in a list. */
export const wordsSchema = z.string().check(z.regex(new RegExp(`^[^\\0]{1,${MAX_SEARCH_LENGTH}}$`)));

/** Words as they were typed, as a list may be asked for them; undefined for none. */
export function toWords(typed = ''): string | undefined {
  return typed.trim().slice(0, MAX_SEARCH_LENGTH).trim() || undefined;
}

/** The response header of a copy that the worker kept: when it was stored, ISO 8601. No server sends it. */
export const CACHED_AT_HEADER = 'x-cached-at';

/** Fields of what is studied: `cachedAt` is set on a copy from the device, ISO 8601; an answer of the server has none. */
export const copyFields = { cachedAt: optionalField(timestampSchema) };
