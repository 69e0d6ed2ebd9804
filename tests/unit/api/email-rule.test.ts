/** Tests the rule for e-mail addresses that the API's schemas, the forms and the import share (issue 36, row 10). */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import { newUserSchema, updateUserSchema } from '@/api/user-edits';
import { ownDetailsSchema } from '@/features/profile/account-schemas';
import { userFormSchema } from '@/features/users/UserFormScreen';

const schemas = {
  'a new user': newUserSchema.shape.email,
  'a changed user': updateUserSchema.shape.email,
  'the user form': userFormSchema.shape.email,
  'the own account': ownDetailsSchema.shape.email,
};
const verdicts = (address: string) =>
  Object.values(schemas).map((schema) => z.safeParse(schema as z.ZodMiniType, address).success);

test.each([
  'taro@example.jp',
  'abc..def.@docomo.ne.jp',
  '.abc@ezweb.ne.jp',
  'abc-.-@softbank.ne.jp',
  '-abc@docomo.ne.jp',
  'a.b@例え.jp',
  '太郎@例え.jp',
  'a.b@xn--r8jz45g.jp',
  'root@localhost',
  'a/b=c&d?e#f%g@example.jp',
  `o'brien+tag@example.jp`,
  'a@[192.0.2.1]',
  `${'a'.repeat(64)}@example.jp`,
  `a@${'b'.repeat(252)}`,
])('the address %s is taken everywhere', (address) => {
  expect(verdicts(address)).toEqual([true, true, true, true]);
});

test.each([
  'nobody',
  'a@',
  '@example.jp',
  'a b@example.jp',
  'a@exam　ple.jp',
  'a@b\r\nBcc: c@d',
  'a\u0000@b',
  'a\u200b@b',
  'a\u202e@b',
  `a@${'b'.repeat(253)}`,
])('the address %j is refused everywhere', (address) => {
  expect(verdicts(address)).toEqual([false, false, false, false]);
});
