/**
 * Tests the ways to write a formula in a text, and similar text that is no formula: amounts of money and escaped
 * brackets.
 */
import { cleanup, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, expect, test } from 'vitest';

import { plainText } from '@/features/questions/player/plain-text';
import { readOutline } from '@/ui/markdown/cut/outline';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import type { FormulaPlace } from '@/ui/markdown/elements/page-state';
import { hasFormula } from '@/ui/markdown/formulas/math-ahead';

import { fetchAhead, show } from '../support/show-markdown';

beforeAll(fetchAhead);
afterEach(cleanup);

/** Returns the formulas of a text, in their order; displayed ones begin with "block". */
function formulasOf(text: string): string[] {
  const found: string[] = [];
  const onFormula = ({ tex, isDisplay }: FormulaPlace) => found.push(`${isDisplay ? 'block ' : ''}${tex}`);
  const report = { onPlain: () => undefined, onFormula };
  void [...drawMarkdown(text, { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '', report }).draw()];
  return found;
}

test.each([
  ['$`y = ax + b`$ です', ['y = ax + b']],
  ['面積は $`a`$ と $`b`$', ['a', 'b']],
  ['```math\na^2\n```', ['block a^2']],
  ['- 項目\n\n  ~~~math\n  a^2\n  ~~~', ['block a^2']],
  ['```{math}\na^2\n```', ['block a^2']],
  ['円は \\(x^2 + y^2 = r^2\\) です', ['x^2 + y^2 = r^2']],
  ['値は\\( n \\)、\\(AB\\)、\\(f(x)\\)、\\(0\\)、\\(\\alpha\\)', ['n', 'AB', 'f(x)', '0', '\\alpha']],
  ['|a|b|\n|-|-|\n|\\(x_1\\)|\\(a+b\\)|', ['x_1', 'a+b']],
  ['\\[\n\\int_0^1 x\\,dx\n\\]', ['block \\int_0^1 x\\,dx']],
  ['\\[ x = 1 \\]', ['block x = 1']],
  ['次の式\n\\[ x = 1 \\]\nです', ['block x = 1']],
  ['次の式\n\\[\na\n- b\n= c\n\\]\nです', ['block a\n- b\n= c']],
  ['\\[ a = b % 注\n+ c \\]\n後', ['block a = b + c']],
  [
    '\\[\n\\begin{aligned}\na &= b \\\\[2pt]\nc &= d\n\\end{aligned}\n\\]',
    ['block \\begin{aligned}\na &= b \\\\[2pt]\nc &= d\n\\end{aligned}'],
  ],
  ['\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}', ['block \\begin{align*}\na &= b \\\\ c &= d \\end{align*}']],
  ['式\n\\begin{equation*}\na\n\\end{equation*}\nです', ['block \\begin{equation*} a \\end{equation*}']],
  ['\\begin{equation}\\label{eq:a} a \\end{equation}', ['block \\begin{equation*} a \\end{equation*}']],
  ['\\begin{eqnarray}a&=&b\\nonumber\\end{eqnarray}', ['block \\begin{align*}a&=b\\end{align*}']],
  ['\\begin{align}\n  a \\\\\n\n  b\n\\end{align}\n\n後', ['block \\begin{align*}\n  a \\\\\nb \\end{align*}']],
  ['\\begin{gather}a\\\\b\\end{gather}', ['block \\begin{gather*}a\\\\b\\end{gather*}']],
  ['\\begin{multline*}a\\end{multline*}', ['block \\begin{gather*}a\\end{gather*}']],
  ['\\begin{displaymath}a\\end{displaymath}', ['block a']],
  ['\\begin{cases}a\\\\b\\end{cases}', ['block \\begin{cases}a\\\\b\\end{cases}']],
  ['- 項目\n\n  \\begin{align}\n  a\n  \\end{align}', ['block \\begin{align*} a \\end{align*}']],
  ['> \\begin{align}\n> a\n> b\n> \\end{align}', ['block \\begin{align*}\na b \\end{align*}']],
  ['$$\\begin{aligned}\na \\\\\nb\n\\end{aligned}$$', ['block \\begin{aligned}\na \\\\ b \\end{aligned}']],
  ['$$ a\n+ b $$', ['block a + b']],
  ['式は\\begin{align*}a&=b\\\\c&=d\\end{align*}です', ['\\begin{aligned}a&=b\\\\c&=d\\end{aligned}']],
  ['\\begin{equation} \\label{eq:a} a \\end{equation} です', ['a']],
  ['式は\\begin{equation}a\\end{equation}、\\begin{gather}b\\end{gather}', ['a', '\\begin{gathered}b\\end{gathered}']],
  ['行列は\\begin{pmatrix}1\\\\2\\end{pmatrix}です', ['\\begin{pmatrix}1\\\\2\\end{pmatrix}']],
  ['$$\na\n$$ {#eq-a}\n\n後 $b$', ['block a', 'b']],
  ['$$\na\n\nb\n$$\n\n後 $c$', ['block a\n\nb', 'c']],
  ['\\\\(x^2\\\\)と\\\\[ y^2 \\\\]', ['x^2', 'y^2']],
  ['\\\\[\ny^2\n\\\\]', ['block y^2']],
  ['指数は[tex:x^2]と[tex: \\displaystyle a_{1} ]', ['x^2', '\\displaystyle a_{1}']],
  ['> \\[\n> a^2\n> \\]', ['block a^2']],
  ['1. 項目\n   \\[\n   a^2\n   \\]', ['block a^2']],
  [':::tip\n\\[\na^2\n\\]\n:::', ['block a^2']],
  ['前\n$$x$$\n後', ['block x']],
  ['$¥frac{1}{2}$ と ￥100、$2￥pi r$ は ¥300 で `$¥alpha$` です', ['\\frac{1}{2}', '2\\pi r']],
  ['$`￥sqrt{2}`$ と \\(¥alpha¥,x\\)', ['\\sqrt{2}', '\\alpha\\,x']],
  [
    '$$\n¥begin{pmatrix} 1 & 2 ¥¥ 3 & 4 ￥￥[2pt] 5 & 6 ¥end{pmatrix}\n$$',
    ['block \\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\\\[2pt] 5 & 6 \\end{pmatrix}'],
  ],
  ['$¥int_0^1 x ¥, dx$ と $a ￥; b¥_c$', ['\\int_0^1 x \\, dx', 'a \\; b\\_c']],
  ['```math\n¥{ x ¥mid x > 0 ¥}\n```', ['block \\{ x \\mid x > 0 \\}']],
  ['\\[\n￥frac{1}{2}\n\\]', ['block \\frac{1}{2}']],
  ['合計 $¥100 ¥times 3 = ￥300$ です', ['¥100 \\times 3 = ￥300']],
  ['2$x$ + 3$y_1$ と 5$^\\circ$C、3$\\times$ 4', ['x', 'y_1', '^\\circ', '\\times']],
])('%j has the formulas %j', (text, formulas) => {
  expect(formulasOf(text)).toEqual(formulas);
  expect(hasFormula(text)).toBe(true);
});

test.each([
  '100$と200$',
  '¥100と￥200、¥abc と ¥¥ と ¥frac{1}{2}',
  '$5は￥600で3$',
  '$100と$200',
  'US$5〜US$10',
  '100$の品と、200$の品',
  '$5の品と3$の品',
  '5$、10$、15$',
  '100$/200$',
  '注\\(note\\)と\\(注\\)',
  '\\[1\\] と \\[注\\]',
  '\\[1\\]',
  '\\[x\\]',
  '- \\[ \\] やること',
  '`\\(x^2\\)` と `$x$`',
  '```\n\\[ x = 1 \\]\n```',
  '`\\begin{align}`と\\begin{tabular}{c}a\\end{tabular}',
])('%j has no formula', (text) => {
  expect(formulasOf(text)).toEqual([]);
  expect(hasFormula(text)).toBe(false);
});

test.each([
  ['## 式 $`x^2`$ と \\(y^2\\)', '式 x^2 と y^2'],
  ['## 100$と200$', '100$と200$'],
  ['## 注 \\(note\\)', '注 (note)'],
])('the heading %s is listed as 「%s」', (text, words) => {
  expect(readOutline(text)[0]?.text).toBe(words);
});

test.each([
  ['$`x^2`$ と \\(y^2\\) の 100$と200$', 'x² と y² の 100$と200$'],
  ['\\ce{H2O} の式 $\\ce{H2O}$', '\\ce{H2O} の式 H2O'],
])('the question %s is listed as 「%s」', (text, words) => {
  expect(plainText(text)).toBe(words);
});

test('chemical formulas are typeset, with the commands of mhchem loaded for them', async () => {
  const container = show('水は $\\ce{H2O}$、濃度は \\(\\pu{1.2 mol//L}\\)、後は $x$');

  await waitFor(() => expect(container.querySelectorAll('.katex')).toHaveLength(3));
  expect(container.querySelector('[title]')).toBeNull();
});
