/** Names in lists that a server is asked for: no longer than an address may be. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { namesSchema, toNameLists } from '@/api/named';

const schema = namesSchema((name) => /^[a-z0-9]{1,64}$/.test(name));

test.each([
  ['short', 5000, 8, 25],
  ['as long as they may be', 200, 64, 4],
])('%s names take so few lists, and each may be asked for', (_, count, letters, length) => {
  const names = Array.from({ length: count }, (__, index) => String(index).padStart(letters, 'a'));
  const lists = toNameLists(names);
  expect(lists).toHaveLength(length);
  expect(lists.join(',')).toBe(names.join(','));
  for (const list of lists) expect(z.safeParse(schema, list).success).toBe(true);
});

test('no names are no list', () => {
  expect(toNameLists([])).toEqual([]);
});

test.each(['', 'a,', ',a', 'a b', 'a,B', Array.from({ length: 201 }, () => 'a').join(','), 'a'.repeat(65)])(
  '%s is no list of names',
  (list) => expect(z.safeParse(schema, list).success).toBe(false),
);
