/** Makes hostile texts of formulas. */
import { type Bomb, fill, FULL } from './fill';

/** The maximum length of one formula, characters. */
const ONE = 4900;

/** Pairs of opening and closing commands, nested as deep as one formula allows. */
const pairs: [open: string, close: string][] = [
  ['{', '}'],
  ['\\frac{', '}{2}'],
  ['\\frac{1}{', '}'],
  ['\\sqrt{', '}'],
  ['\\sqrt[3]{', '}'],
  ['\\left(', '\\right)'],
  ['x^{', '}'],
  ['x_{', '}'],
  ['x_a^{', '}'],
  ['\\overline{', '}'],
  ['\\underbrace{', '}_x'],
  ['\\overbrace{', '}^x'],
  ['\\hat{', '}^2'],
  ['\\widehat{', '}'],
  ['\\vec{', '}'],
  ['\\text{', '}'],
  ['\\mathbf{', '}'],
  ['\\boxed{', '}'],
  ['\\cancel{', '}'],
  ['\\phantom{', '}'],
  ['\\smash{', '}'],
  ['\\mathrlap{', '}'],
  ['\\raisebox{1em}{', '}'],
  ['\\xrightarrow{', '}'],
  ['\\stackrel{a}{', '}'],
  ['\\binom{a}{', '}'],
  ['\\substack{', '}'],
  ['\\operatorname*{a}_{', '}'],
  ['\\mathchoice{a}{b}{c}{', '}'],
  ['\\color{red}{', '}'],
  ['\\textcolor{red}{', '}'],
  ['\\Huge{', '}'],
  ['\\tag{', '}'],
  ['\\begin{array}{c}', '\\end{array}'],
  ['\\begin{pmatrix}', '\\end{pmatrix}'],
  ['\\begin{cases}', '\\end{cases}'],
  ['\\begin{aligned}', '\\end{aligned}'],
  ['\\begin{matrix}1&', '\\\\2&3\\end{matrix}'],
];

/** Pieces of LaTeX that are repeated up to a formula's maximum length. */
const pieces = [
  '\\frac12',
  'x^2',
  '\\sqrt x',
  '\\widehat{ab}',
  '\\left(x\\right)',
  "'",
  '\\hspace{50em}',
  '\\rule{50em}{50em}',
  '\\Huge x',
  '\\,',
  '\\text{あ}',
  'あ',
  '\\underbrace{x}',
  '\\xrightarrow{a}',
  '\\boxed{x}',
  '\\cancel{x}',
  '\\sum_a^b ',
  '\\binom12',
  '\\\\',
  '\\not=',
  '\\overbrace{x}^y',
  '\\dots',
  '\\iiint',
  '\\color{red}',
  '\\href{a}{b}',
  '\\unknown',
  '{',
];

const many = (tex: string, times: number) => `$$\n${tex}\n$$\n\n`.repeat(times);

const shaped: [name: string, text: string][] = [
  ['formula: 150 arrays in arrays', `$$\n${'\\begin{array}{c}'.repeat(150)}x${'\\end{array}'.repeat(150)}\n$$`],
  ['formula: 150 arrays, in a line', `前$${'\\begin{array}{c}'.repeat(150)}x${'\\end{array}'.repeat(150)}$後`],
  [
    'formula: macros of macros',
    `$$\n\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(10)}}\\def\\c{${'\\b'.repeat(10)}}${'\\c'.repeat(8)}\n$$`,
  ],
  ['formula: a long macro, often', `$$\n\\def\\a{${fill('x', 3000)}}${'\\a'.repeat(600)}\n$$`],
  ['formula: a long macro of fractions', `$$\n\\def\\a{${fill('\\frac12', 2000)}}${'\\a'.repeat(900)}\n$$`],
  ['formula: edef that doubles', `$$\n\\def\\a{xx}${'\\edef\\a{\\a\\a}'.repeat(30)}\\a\n$$`],
  ['formula: gdef that doubles', `$$\n\\gdef\\a{xx}${'\\xdef\\a{\\a\\a}'.repeat(30)}\\a\n$$`],
  [
    'formula: newcommand with arguments',
    `$$\n\\newcommand{\\a}[1]{${'#1'.repeat(200)}}${'\\a{'.repeat(40)}x${'}'.repeat(40)}\n$$`,
  ],
  ['formula: a macro of itself', '$$\n\\def\\a{\\a\\a}\\a\n$$'],
  ['formula: a macro of itself with more', '$$\n\\def\\a{x\\a}\\a\n$$'],
  ['formula: an argument that grows', '$$\n\\def\\a#1{\\a{#1#1}}\\a x\n$$'],
  ['formula: let in circles', '$$\n\\def\\a{\\b}\\def\\b{\\a}\\a\n$$'],
  ['formula: a matrix of empty cells', `$$\n\\begin{matrix}${fill('&', ONE - 50)}\\end{matrix}\n$$`],
  ['formula: a matrix of empty rows', `$$\n\\begin{matrix}${fill('\\\\', ONE - 50)}\\end{matrix}\n$$`],
  ['formula: as many empty cells as are drawn', `$$\n\\begin{matrix}${'&'.repeat(990)}\\end{matrix}\n$$`],
  [
    'formula: empty cells of macros',
    `$$\n\\def\\a{${'&'.repeat(200)}}\\begin{matrix}${'\\a'.repeat(200)}\\end{matrix}\n$$`,
  ],
  ['formula: macros of as many letters as are typeset', `$$\n\\def\\a{${fill('x', 3900)}}\\a\\a\n$$`],
  ['formulas: 19 of macros of as many letters as are typeset', many(`\\def\\a{${fill('x', 3900)}}\\a\\a`, 19)],
  ['formula: an array of columns', `$$\n\\begin{array}{${fill('c|', 4000)}}${'1\\\\'.repeat(200)}\\end{array}\n$$`],
  ['formula: an array of lines', `$$\n\\begin{array}{c}${fill('\\hline', ONE - 50)}1\\end{array}\n$$`],
  ['formula: a diagram', `$$\n\\begin{CD}${fill('A @>a>> ', ONE - 50)}B\\end{CD}\n$$`],
  ['formula: 100 KB', `$$\n${fill('x+', FULL)}\n$$`],
  ['formulas: 20 with 600 fractions', many('\\frac12'.repeat(600), 20)],
  ['formulas: 500 matrices', many('\\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}', 500)],
  ['formulas: 2,000 in lines', '文$x^2$です。\n\n'.repeat(2000)],
  ['formulas: 8,000 in one paragraph', '$x^2$ '.repeat(8000)],
  ['formulas: 250 with macros', many(`\\def\\a{xxxxxxxxxx}\\def\\b{${'\\a'.repeat(10)}}${'\\b'.repeat(100)}`, 250)],
  ['formulas: 20 of 150 arrays', many('\\begin{array}{c}'.repeat(150) + 'x' + '\\end{array}'.repeat(150), 20)],
  ['formulas: 19 of empty cells', many(`\\begin{matrix}${fill('&', ONE - 50)}\\end{matrix}`, 19)],
  ['formulas: in a table', `|a|b|\n|-|-|\n${'|$\\frac12$|$\\sqrt{x}$|\n'.repeat(2000)}`],
  ['formulas: in lists', '- $\\frac12$\n'.repeat(5000)],
  ['formulas: in headings', '## $\\frac12$\n'.repeat(2000)],
];

export function formulaBombs(): Bomb[] {
  return [
    ...pairs.map(([open, close]) => {
      const depth = Math.floor(ONE / (open.length + close.length));
      return { name: `formula: ${open} nested`, text: `$$\n${open.repeat(depth)}x${close.repeat(depth)}\n$$` };
    }),
    ...pairs.map(([open, close]) => {
      // Formulas nested as deep as the app still draws, and repeated.
      const tex = `${open.repeat(8)}x${close.repeat(8)}`;
      return {
        name: `formula: ${open} nested eight deep, repeated`,
        text: many(tex, Math.floor(FULL / (tex.length + 9))),
      };
    }),
    ...pieces.map((piece) => ({ name: `formula: ${piece} repeated`, text: many(fill(piece, ONE), 19) })),
    ...shaped.map(([name, text]) => ({ name, text })),
  ];
}
