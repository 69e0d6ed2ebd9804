/** Large texts such as real authors write, which the app must draw completely, unlike hostile texts. */

const range = (length: number) => Array.from({ length }, (_, index) => index + 1);
const grid = (size: number, cell: (row: number, column: number) => string) =>
  range(size)
    .map((row) =>
      range(size)
        .map((column) => cell(row, column))
        .join(' & '),
    )
    .join(' \\\\ ');
const environment = (name: string, body: string) => `\\begin{${name}} ${body} \\end{${name}}`;

const matrices = range(60).map((turn) => {
  const name = ['pmatrix', 'bmatrix', 'vmatrix', 'matrix', 'Bmatrix'][turn % 5] ?? 'pmatrix';
  const cell = (row: number, column: number) =>
    [`a_{${row}${column}}`, `\\frac{${row}}{${column}}`, `\\cos\\theta_{${column}}`, `${row * column}`][turn % 4] ??
    '0';
  return `A_{${turn}} = ${environment(name, grid(2 + (turn % 8), cell))}`;
});

const cases = range(60).map((turn) => {
  const lines = range(2 + (turn % 6)).map((line) => `x^{${line}} + ${turn} & (${line} \\le x < ${line + 1})`);
  return `f_{${turn}}(x) = ${environment('cases', lines.join(' \\\\ '))}`;
});

const proofs = range(60).map((turn) => {
  const steps = range(3 + (turn % 10)).map(
    (step) =>
      `&= \\sum_{k=1}^{${step}} \\left( \\frac{k^{${turn}}}{k+1} - \\sqrt{k + ${step}} \\right) && \\text{（${step}行目）}`,
  );
  return environment('aligned', `S ${steps.join(' \\\\ ')}`);
});

const chemistry = range(60).map((turn) => {
  const side = (first: number) => `${first}\\,\\mathrm{C_{${turn}}H_{${2 * turn + 2}}O_{${first}}}^{${first}+}`;
  return `${side(1)} + ${side(2)} \\xrightarrow[\\Delta]{\\text{触媒 ${turn}}} ${side(3)} \\rightleftharpoons \\underbrace{${side(4)}}_{\\text{生成物}}`;
});

const statistics = range(60).map((turn) => {
  const fraction = range(1 + (turn % 6)).reduce((below, level) => `${level} + \\cfrac{1}{${below}}`, 'x');
  return (
    [
      `\\newcommand{\\E}[1]{\\operatorname{E}\\left[#1\\right]} \\E{X_{${turn}}} = \\int_{-\\infty}^{\\infty} x \\, \\frac{1}{\\sqrt{2\\pi\\sigma^2}} e^{-\\frac{(x-\\mu)^2}{2\\sigma^2}} \\, dx`,
      `\\hat{\\beta}_{${turn}} = \\frac{\\sum_{i=1}^{n} (x_i - \\bar{x})(y_i - \\bar{y})}{\\sum_{i=1}^{n} (x_i - \\bar{x})^2}`,
      `P(A_{${turn}} \\mid B) = \\frac{P(B \\mid A_{${turn}})\\,P(A_{${turn}})}{\\sum_{j=1}^{n} P(B \\mid A_j)\\,P(A_j)} \\approx ${fraction}`,
    ][turn % 3] ?? ''
  );
});

/** Text with 300 formulas: matrices, cases, aligned proofs, chemistry, statistics. */
export const honestFormulas: readonly string[] = [...matrices, ...cases, ...proofs, ...chemistry, ...statistics];

/** One lesson text for each kind of formula. */
export const formulaLessons: readonly string[] = [matrices, cases, proofs, chemistry, statistics].map((formulas) =>
  formulas.map((tex, index) => `式 ${index + 1} です。\n\n$$\n${tex}\n$$`).join('\n\n'),
);

/** A text of 60 KB with 300 headings. */
export const headingsLesson = range(300)
  .map(
    (turn) =>
      `## 見出し ${turn}\n\n**大切**な\`code\`の{文章|ぶんしょう}で、$x_{${turn}}$と[リンク](#見出し-${turn})もあります。\n\n- 項目 ${turn}\n  - 内側です\n`,
  )
  .join('\n');

const row =
  '| [`__cpp_lib_x`](https://example.com/a_b/c_d#e) | `__cpp_y`, `z_w` | [P0_1](https://wg21.link/p1) `20_1L` **x** |\n';

/** Other ordinary texts that an earlier version of the app refused to draw. */
export const honestTexts: readonly [name: string, text: string][] = [
  ['a table of 250 rows of code and links', `|a|b|c|\n|-|-|-|\n${row.repeat(250)}`],
  ['a list of 200 links', '- [a_b *c* (d)](https://example.com/a_b/c_d) - `e_f` and [g](/h "i")\n'.repeat(200)],
  ['an address of 20 KB', `[図](https://example.com/?q=${'a_b-c%20d='.repeat(2000)})`],
  ['a lesson of 300 headings', headingsLesson],
  [
    'a list of 400 words in bold',
    range(400)
      .map((turn) => `- **言葉${turn}**: *意味*と\`a_b\``)
      .join('\n'),
  ],
  ['a list of 200 tasks', '- [ ] [a_b *c* (d)](https://example.com/a_b/c_d) - `e_f`\n'.repeat(200)],
  ['a list of 100 items of two paragraphs', '- **言葉**です。\n\n  その`説明`です。\n\n'.repeat(100)],
  [
    '200 notes',
    range(200)
      .map((turn) => `文です[^${turn}]。\n\n[^${turn}]: 注の**言葉**です。`)
      .join('\n\n'),
  ],
];
