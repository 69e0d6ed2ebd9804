/** Tests the page's only Trusted Types policy: it accepts no markup, and only the service worker's URL as a script. */
import { expect, test, vi } from 'vitest';

type Rule = (input: string) => string | null;

async function readPolicy(): Promise<Record<'createHTML' | 'createScriptURL', Rule>> {
  const createPolicy = vi.fn<(name: string, rules: Record<string, Rule>) => void>();
  vi.stubGlobal('trustedTypes', { createPolicy });
  vi.stubGlobal('location', new URL('https://app.example.com/courses/git'));
  vi.resetModules();
  await import('@/boot/trusted-types');
  const [name, rules] = createPolicy.mock.calls[0] ?? [];
  expect(name).toBe('default');
  return rules as Record<'createHTML' | 'createScriptURL', Rule>;
}

test('the Trusted Types policy accepts the service worker’s URL as a script', async () => {
  expect((await readPolicy()).createScriptURL('/sw.js')).toBe('/sw.js');
});

test.each([
  'https://evil.example/sw.js',
  '//evil.example/sw.js',
  'https://app.example.com@evil.example/sw.js',
  'http://app.example.com/sw.js',
  '/sw.js?from=evil',
  '/files/sw.js',
  '/files/../sw.js',
  'sw.js',
  'data:text/javascript,1',
  'blob:https://app.example.com/sw.js',
  '',
])('the policy refuses %s as a script', async (url) => {
  expect((await readPolicy()).createScriptURL(url)).toBeNull();
});

test('the Trusted Types policy refuses text with markup as HTML, and accepts other text', async () => {
  const { createHTML } = await readPolicy();

  expect(createHTML('<b>x</b>')).toBeNull();
  expect(createHTML('a { color: red }')).toBe('a { color: red }');
});
