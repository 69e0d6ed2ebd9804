/** Tests that the schemas read ids, timestamps and lists in all forms in which servers send them. */
import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';

import { infoSchema } from '@/api/info';
import { defaulted, idSchema, isId, optionalField, pageSchema, readId, timestampSchema } from '@/api/shapes';
import { userSchema } from '@/api/users';

describe('ids', () => {
  test.each(['l1', 'A-b_9', 'x'.repeat(64), '7f1c2a30-9a3c-4d8e-8a1e-0c9b2d3e4f50'])('%s is a valid id', (id) => {
    expect(isId(id)).toBe(true);
  });

  test.each(['', '.', '..', '%2e%2e', '../x', 'a/b', 'a b', 'あ', 'x'.repeat(65), 'a\n', null, undefined, 7])(
    '%j is rejected as an id',
    (id) => {
      expect(isId(id)).toBe(false);
    },
  );

  test('integer ids are read as strings', () => {
    expect(z.parse(idSchema, 42)).toBe('42');
  });

  test.each([1.5, -1, '..', true, {}])('%j is not a valid id', (id) => {
    expect(z.safeParse(idSchema, id).success).toBe(id === -1);
  });
});

test('a timestamp is a date', () => {
  expect(z.safeParse(timestampSchema, '2026-11-21T01:05:00.000Z').success).toBe(true);
  expect(z.safeParse(timestampSchema, 'yesterday').success).toBe(false);
});

test('an optional field of a response may be missing or null', () => {
  const schema = z.object({ email: optionalField(z.string()), note: defaulted(z.string(), '') });
  expect(z.parse(schema, {})).toEqual({ email: undefined, note: '' });
  expect(z.parse(schema, { email: null, note: null })).toEqual({ email: undefined, note: '' });
  expect(z.parse(schema, { email: 'a@b.c', note: 'n' })).toEqual({ email: 'a@b.c', note: 'n' });
});

describe('lists', () => {
  const schema = pageSchema(z.object({ id: idSchema }));

  test('a page of a list is read unchanged', () => {
    const page = { items: [{ id: 'a' }], total: 9, page: 2, size: 1, pages: 9 };
    expect(z.parse(schema, page)).toEqual(page);
  });

  test('a bare array is read as one page of a list', () => {
    expect(z.parse(schema, [{ id: 1 }, { id: 2 }])).toEqual({
      items: [{ id: '1' }, { id: '2' }],
      total: 2,
      page: 1,
      size: 2,
      pages: 1,
    });
  });
});

test('unknown fields of a response are dropped', () => {
  const user = { id: 'u1', username: 'u', name: 'U', role: 'STUDENT', passwordHash: 'secret' };
  expect(z.parse(userSchema, user)).not.toHaveProperty('passwordHash');
});

test('a response with an unknown role does not parse', () => {
  expect(z.safeParse(userSchema, { id: 'u1', username: 'u', name: 'U', role: 'OWNER' }).success).toBe(false);
});

test.each(['javascript:alert(1)', 'http://chat.example', 'chat.example'])(
  '%s is not accepted as a community link',
  (communityUrl) => {
    expect(z.parse(infoSchema, { serviceName: 's', communityUrl }).communityUrl).toBeUndefined();
  },
);

test.each([
  [1, '1'],
  ['git', 'git'],
  ['a/b', undefined],
  [1.5, undefined],
  [null, undefined],
  [undefined, undefined],
])('the search parameter %j is read as the id %j', (value, id) => {
  expect(readId({ lesson: value }, 'lesson')).toBe(id);
});
