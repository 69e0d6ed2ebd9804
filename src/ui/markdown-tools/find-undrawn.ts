/**
 * Renders a text as learners see it, and lists for its author the parts that cannot be drawn, the links and the
 * pictures. A separate chunk.
 */
import type { Root } from 'mdast';

import { withoutPreamble } from '@/ui/markdown/cut/documents';
import { drawMarkdown } from '@/ui/markdown/draw/draw-parts';
import type { FormulaPlace } from '@/ui/markdown/elements/page-state';
import { fetchExtras } from '@/ui/markdown/load-extras';
import { nameFormula } from '@/ui/markdown/spoken/formula-words';

import { findRaw, type PlacedWords } from './raw-syntax';

/** The line numbers, from 1, of formulas, parts and table rows that are not drawn completely. */
export interface Undrawn {
  /** Formulas that exceed the limits. */
  formulas: readonly number[];
  /** Formulas that are not valid TeX. */
  faulty: readonly number[];
  parts: readonly number[];
  longRows: readonly number[];
  /** Syntax of other tools, which learners see as it is written. */
  raw: readonly PlacedWords[];
  /** Addresses without brackets, as far as they are links. */
  addresses: readonly PlacedWords[];
  links: readonly TextLink[];
  pictures: readonly TextPicture[];
  /** How each formula is read aloud. */
  spoken: readonly PlacedWords[];
}

/** A link by its address and its words. */
export type TextLink = readonly [address: string, words: string];

/** A picture by its address and its description. */
type TextPicture = readonly [address: string, alt: string];

const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function findFormulas(formulas: readonly FormulaPlace[], signal: AbortSignal) {
  const found = { refused: [] as number[], faulty: [] as number[] };
  if (formulas.length === 0) return found;
  const { judgeMath, loadChemistry } = await import('@/ui/markdown/formulas/math-renderer');
  if (formulas.at(-1)?.hasChemistry) await loadChemistry();
  for (const formula of formulas) {
    if (signal.aborted) break;
    const state = judgeMath(formula);
    if (state !== 'fine') found[state].push(formula.line);
    await breathe();
  }
  return found;
}

export async function findUndrawn(text: string, signal: AbortSignal): Promise<Undrawn> {
  await fetchExtras(text);
  const parts: number[] = [];
  const longRows: number[] = [];
  const formulas: FormulaPlace[] = [];
  const links: TextLink[] = [];
  const pictures: TextPicture[] = [];
  const raw: PlacedWords[] = [];
  const addresses: PlacedWords[] = [];
  const report = {
    onTree: (tree: Root, line: number) => findRaw(tree, line, { raw, addresses }),
    onPlain: (line: number) => parts.push(line),
    onLongRow: (line: number) => longRows.push(line),
    onFormula: (formula: FormulaPlace) => formulas.push(formula),
    onLink: (...link: TextLink) => links.push(link),
    onPicture: (...picture: TextPicture) => pictures.push(picture),
  };
  // Line breaks stay, so that each word is named with its line.
  const options = { isFuriganaShown: true, hasHeadingIds: true, hasBreaks: true, idPrefix: '', report };
  for (const _slice of drawMarkdown(withoutPreamble(text, ''), options).draw()) {
    if (signal.aborted) break;
    await breathe();
  }
  const spoken = formulas.map((formula) => ({
    line: formula.line,
    words: nameFormula(formula).replace(/[、。]$/, ''),
  }));
  const { refused, faulty } = await findFormulas(formulas, signal);
  return { parts, longRows, raw, addresses, links, pictures, spoken, formulas: refused, faulty };
}
