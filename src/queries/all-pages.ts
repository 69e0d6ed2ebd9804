/** Reads all pages of a list, one after the other. */
import type { Page, PageQuery } from '@/api/shapes';
import { MAX_PAGE_SIZE } from '@/lib/constants';

type FetchPage<T> = (query: PageQuery) => Promise<Page<T>>;
type OnPage = (count: number, total: number) => void;

/** Options for reading a long list, for example for a CSV file. */
export interface ReadOptions {
  signal: AbortSignal;
  /** Progress callback: gets the number of items read so far and the total. */
  onCount: OnPage;
}

/**
 * Yields the items of a list page by page, each item once: items added between two requests shift the pages.
 *
 * @param fetchPage fetches one page, counted from 1.
 * @param onPage called after each page with the number of items so far and the total.
 */
export async function* readPages<T extends { id: string }>(fetchPage: FetchPage<T>, onPage?: OnPage) {
  const known = new Set<string>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const next = await fetchPage({ page, size: MAX_PAGE_SIZE });
    const items = next.items.filter(({ id }) => !known.has(id) && known.add(id));
    pages = next.pages;
    onPage?.(known.size, next.total);
    yield items;
  }
}

/** Fetches all items of a list; see {@link readPages}. */
export async function fetchAllPages<T extends { id: string }>(fetchPage: FetchPage<T>, onPage?: OnPage): Promise<T[]> {
  const all: T[] = [];
  for await (const items of readPages(fetchPage, onPage)) all.push(...items);
  return all;
}
