/** Lists that a screen needs whole: every page, one after the other. */
import type { Page, PageQuery } from '@/api/shapes';
import { MAX_PAGE_SIZE } from '@/constants';

/**
 * Fetches all items of a list.
 *
 * @param fetchPage asks for one page, counted from 1.
 */
export async function fetchAllPages<T>(fetchPage: (query: PageQuery) => Promise<Page<T>>): Promise<T[]> {
  const first = await fetchPage({ page: 1, size: MAX_PAGE_SIZE });
  const items = [...first.items];
  for (let page = 2; page <= first.pages; page += 1) {
    const next = await fetchPage({ page, size: MAX_PAGE_SIZE });
    items.push(...next.items);
  }
  return items;
}
