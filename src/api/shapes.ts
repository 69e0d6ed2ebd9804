/** Schemas shared by all resources: ids, timestamps, lists. */
import * as z from 'zod/mini';

const ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * Returns whether a value is a valid id and so safe as one path segment: `.`, `..`, '' and ids with a slash are not
 * (docs/wire.md).
 */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID_PATTERN.test(value);
}

/**
 * Returns the id under a name of a URL's search parameters, undefined if it is malformed; the router parses a numeric
 * id as a number.
 */
export function readId(search: object, name: string): string | undefined {
  const value: unknown = (search as Record<string, unknown>)[name];
  const id = typeof value === 'number' ? String(value) : value;
  return isId(id) ? id : undefined;
}

/** A server's id: 1 to 64 of A-Z a-z 0-9 _ -; integers are read as strings. */
export const idSchema = z.pipe(
  z.union([z.string(), z.pipe(z.int(), z.transform(String))]),
  z.string().check(z.regex(ID_PATTERN)),
);

const ZONELESS_TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?$/;

/**
 * The zone that is added to a server's times without one (API_TIME_OFFSET; docs/decisions/0093). UTC is written as
 * -00:00, which servers do not send, so that {@link asServerSent} recognises it. The server itself is built without the
 * constant.
 */
const zone = typeof __API_TIME_OFFSET__ === 'undefined' || __API_TIME_OFFSET__ === 'Z' ? '-00:00' : __API_TIME_OFFSET__;

function withZone(text: string): string {
  const [, date, time = '00:00'] = ZONELESS_TIME.exec(text) ?? [];
  return date === undefined ? text : `${date}T${time}${zone}`;
}

/**
 * A timestamp: ISO 8601 with a zone. A time without one is read as UTC, or in the zone that the build names, never in
 * the device's.
 */
export const timestampSchema = z.pipe(
  z.pipe(z.string(), z.transform(withZone)),
  z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text)))),
);

/** Returns a timestamp without the zone that {@link timestampSchema} added: a server may compare versions as texts. */
export function asServerSent(timestamp: string): string {
  return timestamp.endsWith(zone) ? timestamp.slice(0, -zone.length) : timestamp;
}

/**
 * The version that an edit started from (optimistic lock). When the server has a newer version, it answers 409 with the
 * newer one in `current`.
 */
export const versionField = { updatedAt: z.optional(timestampSchema) };

/** Returns the schema of a field that may be missing or null; both are read as undefined. */
export function optionalField<T extends z.core.$ZodType>(schema: T) {
  return z.optional(
    z.pipe(
      z.nullable(schema),
      z.transform((value) => value ?? undefined),
    ),
  );
}

/** The fields that {@link openField} made. */
const openFields = new WeakSet<z.core.$ZodType>();

/** Returns true for a schema that {@link openField} made. */
export function isOpenField(schema: z.core.$ZodType): boolean {
  return openFields.has(schema);
}

type OpenField<T extends z.core.$ZodType> = z.ZodMiniType<
  z.output<T> | undefined,
  z.input<T>,
  z.core.$ZodTypeInternals<z.output<T> | undefined, z.input<T>> & { optout: 'optional' }
>;

/**
 * Returns the schema of a response's field that the embedded server always sends and another server may leave out
 * (docs/wire.md). The app reads it like an optional field; the document of the API and the types of the embedded server
 * require it.
 */
export function openField<T extends z.core.$ZodType>(schema: T): OpenField<T> {
  const field = optionalField(schema);
  openFields.add(field);
  return field as unknown as OpenField<T>;
}

/** Returns the schema of a field that may be missing or null; both are read as `fallback`. */
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
  /**
   * Set by a server that sends `next` instead of counts, or neither; undefined where `total` tells if items are
   * missing.
   */
  hasNext?: boolean;
  /** The list parameters that the server applied; sent by servers with the capability `searched-lists`. */
  applied?: string[];
}

interface SentPage<T> extends Partial<Omit<Page<T>, 'items' | 'hasNext'>> {
  items: T[];
  next?: string | number | null;
}

/** Completes a page from the size that came: a server may send fewer items than it was asked for, and no counts. */
function toPage<T>({ next, ...sent }: SentPage<T>): Page<T> {
  const { items, page = 1, size = items.length, total = items.length } = sent;
  const pages = sent.pages ?? Math.max(1, Math.ceil(total / (items.length || 1)));
  const isCounted = sent.total !== undefined;
  const hasMore = sent.pages === undefined ? items.length > 0 : page < sent.pages;
  const hasNext = next === undefined ? (isCounted ? undefined : hasMore) : next !== null;
  return { ...sent, items, total, page, size, pages, hasNext };
}

/**
 * Returns the schema of `{items, total, page, size, pages}`, of which a server may send `items` alone, and `next`
 * instead of counts; a bare array is read as one page (docs/wire.md).
 */
export function pageSchema<T extends z.core.$ZodType>(itemSchema: T) {
  const items = z.array(itemSchema);
  const count = optionalField(z.number());
  return z.union([
    z.pipe(
      z.object({
        items,
        total: count,
        page: count,
        size: count,
        pages: count,
        next: z.optional(z.nullable(z.union([z.string(), z.number()]))),
        applied: optionalField(z.array(z.string())),
      }),
      z.transform((sent) => toPage<z.output<T>>(sent)),
    ),
    z.pipe(
      items,
      z.transform((all) => toPage<z.output<T>>({ items: all, total: all.length })),
    ),
  ]);
}

/** The page of a list; the server's defaults are page 1, size 50. */
export interface PageQuery {
  page?: number;
  size?: number;
}

/** All search and filter parameters of lists; each list takes some of them (docs/wire.md, "Searched lists"). */
export interface ListQuery extends PageQuery {
  companyId?: string;
  q?: string;
  role?: string;
  state?: string;
  sort?: string;
  courses?: string;
  usernames?: string;
  numbers?: string;
  emails?: string;
  courseId?: string;
  contentId?: string;
  ids?: string;
  uses?: string;
  figures?: string;
}

/**
 * Returns whether the server applied every parameter of a query. If not, the app must read the whole list and filter it
 * itself.
 */
export function isAsAsked({ applied = [] }: Page<unknown>, query: ListQuery): boolean {
  const understood = new Set(['page', 'size', ...applied]);
  return Object.entries(query).every(([name, value]) => value === undefined || understood.has(name));
}

const MAX_SEARCH_LENGTH = 200;

/** The search words. */
export const wordsSchema = z.string().check(z.regex(new RegExp(`^[^\\0]{1,${MAX_SEARCH_LENGTH}}$`)));

/** Returns typed search words trimmed and shortened to a valid search; undefined for none. */
export function toWords(typed = ''): string | undefined {
  return typed.trim().slice(0, MAX_SEARCH_LENGTH).trim() || undefined;
}

/**
 * The response header that the service worker adds to a cached response: the time when it was stored, ISO 8601. No
 * server sends it.
 */
export const CACHED_AT_HEADER = 'x-cached-at';

/**
 * The response header with the version of the dialect that translated the response; copies carry it. No server sends
 * it.
 */
export const DIALECT_HEADER = 'x-dialect';

/**
 * Schema fields of cacheable resources: `cachedAt`, ISO 8601, is set on a response from the device's cache and
 * undefined in a server's response.
 */
export const copyFields = { cachedAt: optionalField(timestampSchema) };

/** The header with the key of a create, by which a server recognises a repeat (capability `idempotency-key`). */
export const IDEMPOTENCY_KEY_HEADER = 'Idempotency-Key';
