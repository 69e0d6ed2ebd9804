/** What the server says about a field: nothing given is told apart from something wrong. */
import { toFieldErrors } from '@server/http/messages';
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

const schema = z.object({ username: z.string().check(z.regex(/^[a-z]+$/)), email: z.optional(z.email()) });

test.each([
  [{}, '入力してください。'],
  [{ username: '' }, '入力してください。'],
  [{ username: 'あ' }, '使えない文字が含まれているか、長さが合っていません。'],
])('of %j it says %s', (value, message) => {
  const { error } = z.safeParse(schema, value);

  expect(toFieldErrors(error?.issues ?? [], value)).toEqual([{ path: 'username', message }]);
});
