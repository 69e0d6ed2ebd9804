/** Preloads fonts for formulas: detects formulas before parsing, so that fonts arrive before layout. */
import {
  bracketed,
  displayStart,
  dollarFormula,
  isBracketFormula,
  isDisplayFormula,
  mathEnvironment,
} from './formula-signs';

const code = /(```|~~~)[^]*?\1|`[^`\n]*`/g;
const certain = new RegExp(
  `\\$\\$|\\[tex:|\\\\\\\\[([]|\\\\begin\\{(?:${mathEnvironment})\\*?\\}|${dollarFormula.source}`,
  'm',
);
const signs = /\$|\\[([]|\\begin\{|\[tex:|(?:```|~~~) *\{?math\b/;
const mathBlock = /^[ \t>]*(?:`{3,}|~{3,}) *\{?math\b/m;
const displayStarts = new RegExp(displayStart, 'gm');
/** Only the beginning of a text is checked; fonts for formulas further below may load late. */
const LOOKED_AT = 20_000;
/** The number of characters of a displayed formula in brackets that are checked. */
const MAX_DISPLAY = 1000;

/** Returns whether a text probably has formulas, without parsing it. */
export function hasFormula(text: string): boolean {
  if (!signs.test(text)) return false;
  const start = text.slice(0, LOOKED_AT);
  const words = start.replace(code, '');
  const isInBrackets = ([, tex = '']: RegExpMatchArray) => isBracketFormula(tex);
  const isDisplayed = ({ 3: rest = '', index, 0: line }: RegExpExecArray) => {
    const from = index + line.length - rest.length;
    const tex = words.slice(from, from + MAX_DISPLAY);
    const end = tex.indexOf('\\]');
    return end > 0 && isDisplayFormula(tex.slice(0, end));
  };
  return (
    certain.test(words) ||
    mathBlock.test(start) ||
    [...words.matchAll(bracketed)].some(isInBrackets) ||
    [...words.matchAll(displayStarts)].some(isDisplayed)
  );
}

/** Returns whether a formula, or a text, uses the commands of mhchem: `\ce{H2O}`, `\pu{1 mol}`. */
export function isChemical(tex: string): boolean {
  return /[\\¥￥](?:ce|pu)\b/.test(tex);
}

/** Fonts of nearly all formulas; rarer ones load on demand. */
const FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math'];
const FONTS_MS = 3000;

/**
 * Resolves when the fonts are loaded, after a timeout, or at once without the Font Loading API. Their style sheet must
 * be loaded.
 */
export async function fontsCome(): Promise<void> {
  const loading = Promise.allSettled(FONTS.map(async (font) => document.fonts.load(font)));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FONTS_MS))]);
}
