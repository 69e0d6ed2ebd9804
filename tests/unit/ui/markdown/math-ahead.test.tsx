/** Tests loading the formula typesetter and its fonts before formulas are drawn. */
import { afterEach, expect, test, vi } from 'vitest';

import { fontsCome, hasFormula } from '@/ui/markdown/formulas/math-ahead';

afterEach(() => {
  Reflect.deleteProperty(document, 'fonts');
});

test.each([
  ['finds an inline formula', '標準偏差 $\\sigma$ です', true],
  ['finds a display formula', '$$\nx^2\n$$', true],
  ['finds a formula after code with a dollar', '`$HOME` と $x$', true],
  ['finds none in amounts of money', '$5 と $10 です', false],
  ['finds none after a single dollar', '$5 です', false],
  ['finds none in inline code', '`$HOME/$USER` です', false],
  ['finds none in a code block', '```sh\necho "$A$B"\n```', false],
  ['ignores a formula after 20,000 letters', `${'文'.repeat(20_000)}$x$`, false],
])('formula detection %s', (_, text, expected) => {
  expect(hasFormula(text)).toBe(expected);
});

test('formula detection ends quickly on a text of nothing but marks', () => {
  const marks = ['`', '$', '```', '~~~', '$x', '`\n'];
  expect(marks.map((mark) => hasFormula(`$${mark.repeat(50_000)}`))).toEqual([false, true, false, false, true, false]);
});

test('formulas do not wait for fonts in a browser without the font loading API', async () => {
  Object.defineProperty(document, 'fonts', { value: undefined, configurable: true });
  await fontsCome();
  expect(document.fonts).toBeUndefined();
});

test('formulas wait for their fonts, but not for fonts that never load', async () => {
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
