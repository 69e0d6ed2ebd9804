/** Reads all pages of a list, one after the other. */
import { ApiError } from '@/api/network/errors';
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

/** Page size for servers that refuse {@link MAX_PAGE_SIZE}. */
const SMALL_PAGE_SIZE = 100;

/**
 * The page size that the server accepts, as far as known; kept until the page is loaded again, and so never longer than
 * a session.
 */
let acceptedSize = MAX_PAGE_SIZE;

/** Fetches the first page of a list, a second time with fewer items if the server refuses the page size. */
async function fetchFirst<T>(fetchPage: FetchPage<T>): Promise<{ first: Page<T>; size: number }> {
  const size = acceptedSize;
  try {
    return { first: await fetchPage({ page: 1, size }), size };
  } catch (error) {
    const isRefused = error instanceof ApiError && (error.status === 400 || error.status === 422);
    if (!isRefused || size === SMALL_PAGE_SIZE) throw error;
    const first = await fetchPage({ page: 1, size: SMALL_PAGE_SIZE });
    acceptedSize = SMALL_PAGE_SIZE;
    return { first, size: SMALL_PAGE_SIZE };
  }
}

/**
 * Yields the items of a list page by page, each item once: items added between two requests shift the pages. A server
 * may send smaller pages than it was asked for, so the items that came are counted, not the pages.
 *
 * @param fetchPage fetches one page, counted from 1.
 * @param onPage called after each page with the number of items so far and the total.
 */
export async function* readPages<T extends { id: string }>(fetchPage: FetchPage<T>, onPage?: OnPage) {
  const known = new Set<string>();
  const { first, size } = await fetchFirst(fetchPage);
  let received = 0;
  for (let next = first, page = 1; ; next = await fetchPage({ page, size })) {
    const items = next.items.filter(({ id }) => !known.has(id) && known.add(id));
    received += next.items.length;
    onPage?.(known.size, Math.max(known.size, next.total));
    yield items;
    const hasNext = next.hasNext ?? received < next.total;
    // A server that sends the same page again would be asked forever.
    if (!hasNext || items.length === 0) return;
    page += 1;
  }
}

/**
 * Fetches all items that match a search; undefined from a server that cannot do the search.
 *
 * @param searchPage searches one page, counted from 1.
 */
export async function searchAllPages<T extends { id: string }>(
  searchPage: (query: PageQuery) => Promise<Page<T> | undefined>,
): Promise<T[] | undefined> {
  let isSearched = true;
  const found = await fetchAllPages(async (query) => {
    const page = await searchPage(query);
    isSearched &&= page !== undefined;
    return page ?? { items: [], total: 0, page: 1, size: 0, pages: 1 };
  });
  return isSearched ? found : undefined;
}

/** Fetches all items of a list; see {@link readPages}. */
export async function fetchAllPages<T extends { id: string }>(fetchPage: FetchPage<T>, onPage?: OnPage): Promise<T[]> {
  const all: T[] = [];
  for await (const items of readPages(fetchPage, onPage)) all.push(...items);
  return all;
}
