/** What is fetched before formulas are drawn. */
import { afterEach, expect, test, vi } from 'vitest';

import { fontsCome, hasFormula } from '@/ui/markdown/math-ahead';

afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
  vi.useRealTimers();
});

test.each([
  ['amid words', '標準偏差 $\\sigma$ です', true],
  ['on lines of its own', '$$\nx^2\n$$', true],
  ['behind code with a dollar', '`$HOME` と $x$', true],
  ['money', '$5 と $10 です', false],
  ['one dollar', '$5 です', false],
  ['in code amid words', '`$HOME/$USER` です', false],
  ['in a block of code', '```sh\necho "$A$B"\n```', false],
  ['behind 20,000 letters', `${'文'.repeat(20_000)}$x$`, false],
])('a formula %s', (_, text, expected) => {
  expect(hasFormula(text)).toBe(expected);
});

test('a text of nothing but marks comes to an end', () => {
  const marks = ['`', '$', '```', '~~~', '$x', '`\n'];
  expect(marks.map((mark) => hasFormula(`$${mark.repeat(50_000)}`))).toEqual([false, true, false, false, true, false]);
});

test('where nobody can tell whether fonts have come, formulas do not wait', async () => {
  Object.defineProperty(document, 'fonts', { value: undefined, configurable: true });
  await fontsCome();
  expect(document.fonts).toBeUndefined();
});

test('formulas wait for their fonts, and not for fonts that do not come', async () => {
  vi.useFakeTimers();
  const load = vi.fn<() => Promise<unknown>>().mockResolvedValue([]);
  Object.defineProperty(document, 'fonts', { value: { load }, configurable: true });
  await fontsCome();
  expect(load.mock.calls).toEqual([['1em KaTeX_Main'], ['italic 1em KaTeX_Math']]);

  load.mockReturnValue(new Promise(() => undefined));
  const given = vi.fn<() => void>();
  void fontsCome().then(given);
  await vi.advanceTimersByTimeAsync(2999);
  expect(given).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(given).toHaveBeenCalled();
});
