/** Looks through a text for its author; loaded after the editor. */
import { fetchExtras } from '@/ui/markdown/markdown-extras';
import type { FormulaPlace } from '@/ui/markdown/markdown-page';
import { drawMarkdown } from '@/ui/markdown/markdown-render';
import { nameFormula } from '@/ui/markdown/spoken/formula-words';

/** Formulas, parts and table rows with too many cells by their lines, from 1. */
export interface Undrawn {
  formulas: readonly number[];
  parts: readonly number[];
  longRows: readonly number[];
  links: readonly TextLink[];
  /** How each formula is read aloud. */
  spoken: readonly { line: number; words: string }[];
}

/** A link by its address and its words. */
export type TextLink = readonly [address: string, words: string];

const breathe = () => new Promise((resolve) => setTimeout(resolve));

async function findFormulas(formulas: readonly FormulaPlace[], signal: AbortSignal): Promise<number[]> {
  if (formulas.length === 0) return [];
  const { judgeMath, loadChemistry } = await import('@/ui/markdown/math-renderer');
  if (formulas.at(-1)?.hasChemistry) await loadChemistry();
  const refused: number[] = [];
  for (const formula of formulas) {
    if (signal.aborted) break;
    if (judgeMath(formula) === 'refused') refused.push(formula.line);
    await breathe();
  }
  return refused;
}

export async function findUndrawn(text: string, signal: AbortSignal): Promise<Undrawn> {
  await fetchExtras(text);
  const parts: number[] = [];
  const longRows: number[] = [];
  const formulas: FormulaPlace[] = [];
  const links: TextLink[] = [];
  const report = {
    onPlain: (line: number) => parts.push(line),
    onLongRow: (line: number) => longRows.push(line),
    onFormula: (formula: FormulaPlace) => formulas.push(formula),
    onLink: (...link: TextLink) => links.push(link),
  };
  const options = { isFuriganaShown: true, hasHeadingIds: true, idPrefix: '', report };
  for (const _slice of drawMarkdown(text, options).draw()) {
    if (signal.aborted) break;
    await breathe();
  }
  const spoken = formulas.map((formula) => ({
    line: formula.line,
    words: nameFormula(formula).replace(/[、。]$/, ''),
  }));
  return { parts, longRows, links, spoken, formulas: await findFormulas(formulas, signal) };
}
