import { expect, test } from 'vitest';

import { parseUrl } from '@/lib/parse-url';

test.each([
  ['https://a.example/b?c#d', undefined, 'https://a.example/b?c#d'],
  ['/b', 'https://a.example/c/', 'https://a.example/b'],
  ['', 'https://a.example/c', 'https://a.example/c'],
  ['/b', undefined, undefined],
  ['https://', 'https://a.example', undefined],
  ['/b', 'no base', undefined],
])('parseUrl(%j, %j) is %j', (text, base, href) => {
  expect(parseUrl(text, base)?.href).toBe(href);
});
