/** Tests splitting long lists of names into several requests, so that no URL gets too long. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { namesSchema, toNameLists } from '@/api/named';

const schema = namesSchema((name) => /^[a-z0-9]{1,64}$/.test(name));

test.each([
  ['short', 5000, 8, 25],
  ['longest', 200, 64, 4],
])('a list of %s names is split into few requests, each short enough', (_, count, letters, length) => {
  const names = Array.from({ length: count }, (__, index) => String(index).padStart(letters, 'a'));
  const lists = toNameLists(names);
  expect(lists).toHaveLength(length);
  expect(lists.join(',')).toBe(names.join(','));
  for (const list of lists) expect(z.safeParse(schema, list).success).toBe(true);
});

test('an empty list of names causes no request', () => {
  expect(toNameLists([])).toEqual([]);
});

test.each(['', 'a,', ',a', 'a b', 'a,B', Array.from({ length: 201 }, () => 'a').join(','), 'a'.repeat(65)])(
  '%s is rejected as a list of names',
  (list) => expect(z.safeParse(schema, list).success).toBe(false),
);
