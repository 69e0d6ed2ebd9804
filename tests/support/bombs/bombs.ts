/** Hostile texts that try to hang the reader's browser: every construct nested, multiplied and repeated. */
import { codeBombs } from './code-bombs';
import { extrasBombs } from './extras-bombs';
import type { Bomb } from './fill';
import { formulaBombs } from './formula-bombs';
import { letterBombs } from './letter-bombs';
import { markdownBombs } from './markdown-bombs';

export const bombs: readonly Bomb[] = [
  ...markdownBombs(),
  ...formulaBombs(),
  ...codeBombs(),
  ...letterBombs(),
  ...extrasBombs(),
];

/** The worst hostile texts, one of each kind, for the short test run. */
export const worstBombs = [
  'formulas: 500 matrices',
  'markdown: "[" repeated',
  'markdown: "www.a." repeated',
  'letters: marks on one letter',
  'code: javascript, "1+" in five blocks',
].map((name) => bombs.find((bomb) => bomb.name === name) ?? { name: `missing: ${name}`, text: '' });
