/** Reads the parameters of lists and builds pages (docs/wire.md). */
import { invalidField, notFound } from '@server/api/shared/problem';
import type { Slice } from '@server/db/database';
import * as z from 'zod/mini';

import { isId, type Page } from '@/api/shapes';
import { MAX_PAGE_SIZE } from '@/lib/constants';

import type { AppContext } from './context';

/** The default page size of lists (docs/wire.md, "Building blocks"). */
const DEFAULT_PAGE_SIZE = 50;
/** The largest page number: larger than any list, and small enough that the offset stays an exact integer. */
const MAX_PAGE = 1_000_000;

export interface PageRequest extends Slice {
  page: number;
  size: number;
}

function readPositive(context: AppContext, name: string, fallback: number): number {
  const text = context.req.query(name);
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > MAX_PAGE) throw invalidField(name, '1以上の整数にしてください。');
  return value;
}

/** Reads `page` and `size`; `size` is reduced to {@link MAX_PAGE_SIZE}. @throws {Problem} 422. */
export function readPageRequest(context: AppContext): PageRequest {
  const page = readPositive(context, 'page', 1);
  const size = Math.min(readPositive(context, 'size', DEFAULT_PAGE_SIZE), MAX_PAGE_SIZE);
  return { page, size, limit: size, offset: (page - 1) * size };
}

/** Builds a page. @param applied for searched lists: the parameters of the request that were understood. */
export function toPage<T>({ page, size }: PageRequest, items: T[], total: number, applied?: string[]): Page<T> {
  return { items, total, page, size, pages: Math.ceil(total / size), applied };
}

type Parsed<S extends z.core.$ZodLooseShape> = Partial<z.output<z.ZodMiniObject<S>>>;

/** Reads a list's search parameters. An invalid parameter is ignored, and `applied` does not name it. */
export function readSearch<S extends z.core.$ZodLooseShape>(context: AppContext, shape: S) {
  const asked = Object.entries(shape).flatMap(([name, schema]) => {
    const { success, data } = z.safeParse(schema, context.req.query(name) || undefined);
    return success ? [[name, data] as const] : [];
  });
  return { query: Object.fromEntries(asked) as Parsed<S>, applied: asked.map(([name]) => name) };
}

/** Reads an id from the path. @throws {Problem} 404 if it is not a valid id. */
export function pathId(context: AppContext, name: string): string {
  const id = context.req.param(name);
  if (!isId(id)) throw notFound();
  return id;
}
