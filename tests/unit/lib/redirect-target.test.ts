/** Tests the addresses to which a sign-in may redirect. */
import { expect, test } from 'vitest';

import { redirectTarget } from '@/lib/redirect-target';

const ORIGIN = 'https://app.example';

test.each(['/', '/courses', '/lessons/l1?x=1#h-2', '/question/solve/q1?q=2'])(
  'a sign-in redirects back to %s',
  (target) => {
    expect(redirectTarget(target, ORIGIN)).toBe(target);
  },
);

test.each([
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'https:evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  ' /courses',
  'courses',
  '',
  '/login',
  '/login?redirect=/login',
  undefined,
  null,
  ['/courses'],
  7,
])('a sign-in redirects home instead of to %j', (target) => {
  expect(redirectTarget(target, ORIGIN)).toBe('/');
});
