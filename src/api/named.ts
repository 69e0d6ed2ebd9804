/**
 * Parameters of list calls that hold the names of the wanted items, separated by commas, split over several calls where
 * needed.
 */
import * as z from 'zod/mini';

import { MAX_PAGE_SIZE } from '@/lib/constants';

/** Maximum length of a list parameter, characters: short enough for the URL limits of proxies. */
const MAX_LIST_LENGTH = 4000;
/** Maximum number of names per list parameter, so that the items of each list fit on one page of the response. */
const MAX_NAMES = MAX_PAGE_SIZE;

/** Returns the schema of a comma-separated list parameter. @param isOne returns whether a name is valid. */
export function namesSchema(isOne: (name: string) => boolean) {
  const isList = (text: string) => {
    const names = text.split(',');
    return names.length <= MAX_NAMES && names.every(isOne);
  };
  return z.string().check(z.maxLength(MAX_LIST_LENGTH), z.refine(isList));
}

/** Splits a comma-separated list parameter into its names; undefined without a list. */
export function readNames(list: string | undefined): string[] | undefined {
  return list?.split(',');
}

/** Joins names into as few comma-separated list parameters as the limits allow. */
export function toNameLists(names: Iterable<string>): string[] {
  const lists: string[] = [];
  let count = 0;
  for (const name of names) {
    const longer = `${lists.at(-1)},${name}`;
    if (lists.length > 0 && count < MAX_NAMES && longer.length <= MAX_LIST_LENGTH) {
      lists[lists.length - 1] = longer;
      count += 1;
    } else {
      lists.push(name);
      count = 1;
    }
  }
  return lists;
}
