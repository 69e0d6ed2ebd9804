/** Lists are asked for some by name: with commas between, in as many calls as it takes. */
import * as z from 'zod/mini';

import { MAX_PAGE_SIZE } from '@/lib/constants';

/** No proxy finds such an address too long; so many are one page. */
const MOST_LETTERS = 4000;
const MOST_NAMES = MAX_PAGE_SIZE;

/** @param isOne whether a name may be one. */
export function namesSchema(isOne: (name: string) => boolean) {
  const isList = (text: string) => {
    const names = text.split(',');
    return names.length <= MOST_NAMES && names.every(isOne);
  };
  return z.string().check(z.maxLength(MOST_LETTERS), z.refine(isList));
}

/** The names of such a list; undefined for none. */
export function readNames(list: string | undefined): string[] | undefined {
  return list?.split(',');
}

/** Names in as few lists as may be asked for. */
export function toNameLists(names: Iterable<string>): string[] {
  const lists: string[] = [];
  let count = 0;
  for (const name of names) {
    const longer = `${lists.at(-1)},${name}`;
    if (lists.length > 0 && count < MOST_NAMES && longer.length <= MOST_LETTERS) {
      lists[lists.length - 1] = longer;
      count += 1;
    } else {
      lists.push(name);
      count = 1;
    }
  }
  return lists;
}
