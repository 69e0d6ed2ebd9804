/** Lists that a screen needs whole: every page, one after the other. */
import type { Page, PageQuery } from '@/api/shapes';
import { MAX_PAGE_SIZE } from '@/constants';

/**
 * Fetches all items of a list; each once, though somebody may add others between two pages.
 *
 * @param fetchPage asks for one page, counted from 1.
 * @param onPage told after each page how many have come, and of how many.
 */
export async function fetchAllPages<T extends { id: string }>(
  fetchPage: (query: PageQuery) => Promise<Page<T>>,
  onPage: (count: number, total: number) => void = () => undefined,
): Promise<T[]> {
  const items = new Map<string, T>();
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const next = await fetchPage({ page, size: MAX_PAGE_SIZE });
    for (const item of next.items) items.set(item.id, item);
    pages = next.pages;
    onPage(items.size, next.total);
  }
  return [...items.values()];
}
