/** Tests the messages for invalid fields: Japanese for every kind of schema issue. */
import { expect, test } from 'vitest';
import * as z from 'zod/mini';

import '@/ui/forms/use-app-form';

const messageOf = (schema: z.core.$ZodType, value: unknown) => z.safeParse(schema, value).error?.issues[0]?.message;

test.each([
  [z.string().check(z.minLength(1)), '', '入力してください。'],
  [z.string(), undefined, '入力してください。'],
  [z.string(), null, '入力してください。'],
  [z.string().check(z.minLength(8)), 'a', '8文字以上にしてください。'],
  [z.string().check(z.maxLength(200)), 'あ'.repeat(201), '200文字以内にしてください。'],
  [z.email(), 'a@', 'メールアドレスの形で入力してください。'],
  [z.union([z.literal(''), z.email()]), 'a@', 'メールアドレスの形で入力してください。'],
  [z.url(), 'example', 'https:// から始まるアドレスを入力してください。'],
  [z.string().check(z.regex(/^[a-z]+$/)), '', '入力してください。'],
  [z.string().check(z.regex(/^[a-z]+$/)), 'あ', '使えない文字が含まれているか、長さが合っていません。'],
  [z.uuid(), 'x', '形が正しくありません。'],
  [z.number(), 'abc', '数字で入力してください。'],
  [z.number(), '', '入力してください。'],
  [z.int(), 1.5, '整数で入力してください。'],
  [z.int().check(z.minimum(1)), 0, '1以上の数にしてください。'],
  [z.int().check(z.maximum(600)), 601, '600以下の数にしてください。'],
  [z.nullable(z.int().check(z.maximum(600))), 601, '600以下の数にしてください。'],
  [z.array(z.string()).check(z.minLength(1)), [], '1件以上選んでください。'],
  [z.array(z.string()).check(z.minLength(2)), ['a'], '2件以上にしてください。'],
  [z.array(z.string()).check(z.maxLength(1)), ['a', 'b'], '1件以内にしてください。'],
  [z.enum(['draft', 'published']), 'x', '選んでください。'],
  [z.boolean(), 'x', '入力内容を確かめてください。'],
  [z.string().check(z.refine((text) => text === 'a')), 'b', '入力内容を確かめてください。'],
  [z.string().check(z.refine((text) => text === 'a', 'aにしてください。')), 'b', 'aにしてください。'],
])('%#: the schema issue has a Japanese message', (schema, value, message) => {
  expect(messageOf(schema, value)).toBe(message);
});
