/** Tests the limits on a formula's cost, which are checked before it is drawn. */
import { formulaLessons, honestFormulas } from '@tests/support/bombs/honest';
import { describe, expect, test, vi } from 'vitest';

import { nextFrame } from '@/lib/wait';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import type { FormulaPlace } from '@/ui/markdown/elements/page-state';
import { drawMath, judgeMath, type FormulaState } from '@/ui/markdown/formulas/math-renderer';

function judge(tex: string): FormulaState {
  return judgeMath({ tex, isDisplay: true, line: 1, before: undefined });
}

/** Returns the state of each formula of a text. */
function judgeText(text: string): FormulaState[] {
  const formulas: FormulaPlace[] = [];
  const report = { onPlain: () => undefined, onFormula: (formula: FormulaPlace) => formulas.push(formula) };
  for (const _slice of drawMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '', report }).draw());
  return formulas.map(judgeMath);
}

const nested = (open: string, close: string, depth: number) => `${open.repeat(depth)}x${close.repeat(depth)}`;

describe('a formula is not drawn', () => {
  test.each([
    ['150 nested arrays', nested('\\begin{array}{c}', '\\end{array}', 150)],
    ['200 nested fractions', nested('\\frac{', '}{2}', 200)],
    ['thousands of nested braces', nested('{', '}', 2400)],
    [
      'macros that make 16,000 elements of 90 letters',
      `\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(10)}}\\def\\c{${'\\b'.repeat(10)}}${'\\c'.repeat(8)}`,
    ],
    ['a macro of 3,000 letters 600 times', `\\def\\a{${'x'.repeat(3000)}}${'\\a'.repeat(600)}`],
    ['definitions that double', `\\def\\a#1{#1#1#1#1#1#1#1#1#1#1}${nested('\\a{', '}', 8)}`],
    ['a recursive macro', '\\def\\a{\\a\\a}\\a'],
    ['more than 1,000 empty cells', `\\begin{matrix}${'&'.repeat(1001)}\\end{matrix}`],
    ['more than 1,000 empty lines', '\\\\'.repeat(1001)],
    ['cells that a macro multiplies', `\\def\\a{${'&'.repeat(101)}}\\begin{matrix}${'\\a'.repeat(10)}\\end{matrix}`],
    ['macros that expand to 10,000 invisible tokens', `\\def\\a{${'\\relax'.repeat(500)}}${'\\a'.repeat(20)}`],
    ['more than 5,000 letters', 'x'.repeat(5001)],
  ])('a formula of %s is refused', (_, tex) => {
    expect(judge(tex)).toBe('refused');
  });
});

test('a matrix of 20 by 20 cells with little content is drawn', () => {
  expect(judge(`\\begin{pmatrix}${`1${'&'.repeat(19)}\\\\`.repeat(20)}\\end{pmatrix}`)).toBe('fine');
});

test('invalid TeX is reported as faulty, not as too costly (refused)', () => {
  expect(judge('\\frac{')).toBe('faulty');
  expect(judge('\\unknown')).toBe('faulty');
});

test('a formula refused for its cost does not lower the limits of the next formula', () => {
  expect(judge(`\\def\\a{${'x'.repeat(2999)}}${'\\a'.repeat(600)}`)).toBe('refused');
  expect(judge('\\frac{1}{2}')).toBe('fine');
});

test('two copies of the formula renderer judge their formulas independently, although both share KaTeX', async () => {
  vi.resetModules();
  const another = await import('@/ui/markdown/formulas/math-renderer');
  const place = { isDisplay: true, line: 1, before: undefined };
  expect(another.judgeMath({ ...place, tex: `\\def\\a{${'\\relax'.repeat(500)}}${'\\a'.repeat(20)}` })).toBe('refused');
  expect(judge(`\\def\\a{${'\\relax'.repeat(500)}}${'\\a'.repeat(20)} y`)).toBe('refused');
  expect(another.judgeMath({ ...place, tex: '\\frac{3}{4}' })).toBe('fine');
  expect(judge('\\frac{5}{6}')).toBe('fine');
});

test('the formulas of a text share one limit: the earlier ones are drawn, those beyond it are not', () => {
  const verdicts = judgeText(`$$\n${'\\frac12'.repeat(150)}\n$$\n\n`.repeat(40));

  expect(verdicts).toHaveLength(40);
  expect(verdicts.slice(0, 5)).toEqual(Array.from({ length: 5 }, () => 'fine'));
  expect(verdicts.at(-1)).toBe('refused');
});

test('fewer deeply nested formulas are drawn, because nested content is laid out repeatedly', () => {
  const tex = nested('\\frac{', '}{1}', 8);
  const verdicts = judgeText(Array.from({ length: 600 }, () => `$${tex}$`).join('\n\n'));
  const drawn = verdicts.filter((verdict) => verdict === 'fine').length;

  // Each formula has 217 elements: by their number alone 480 would be drawn.
  expect(drawn).toBeGreaterThan(100);
  expect(drawn).toBeLessThan(250);
});

test('300 ordinary formulas are drawn, each alone and together as a lesson', () => {
  expect(honestFormulas).toHaveLength(300);
  expect(honestFormulas.filter((tex) => judge(tex) !== 'fine')).toEqual([]);
  for (const lesson of formulaLessons) expect(judgeText(lesson).filter((verdict) => verdict !== 'fine')).toEqual([]);
});

test('a formula that was drawn once can be drawn again in another element', async () => {
  const [first, second] = [document.createElement('span'), document.createElement('span')];
  judge('a^2');
  const formula = { tex: 'a^2', isDisplay: true };
  await drawMath(formula, first, nextFrame);
  await drawMath(formula, second, nextFrame);

  expect(first.querySelector('.katex')).not.toBeNull();
  expect(second.innerHTML).toBe(first.innerHTML);
});

describe("a formula with more elements than a frame's limit", () => {
  const formula = { tex: '\\frac12'.repeat(40), isDisplay: true };
  const draw = async (element: HTMLElement) => {
    judge(formula.tex);
    await drawMath(formula, element, nextFrame);
  };

  test('a large formula is added to the page part by part, and is complete in the end', async () => {
    const element = document.createElement('span');
    const isDrawn = draw(element);
    const atFirst = element.querySelectorAll('*').length;
    await isDrawn;

    expect(atFirst).toBeLessThan(1000);
    expect(element.querySelectorAll('.katex-html .mfrac')).toHaveLength(40);
    expect(element.querySelectorAll('math mfrac')).toHaveLength(40);
  });

  test('a large formula is complete at once when the page is printed', async () => {
    const [before, meanwhile] = [document.createElement('span'), document.createElement('span')];
    const isDrawn = draw(before);
    window.dispatchEvent(new Event('beforeprint'));
    void draw(meanwhile);
    const printed = [before, meanwhile].map((element) => element.querySelectorAll('.mfrac').length);
    window.dispatchEvent(new Event('afterprint'));
    await isDrawn;

    expect(printed).toEqual([40, 40]);
  });
});
