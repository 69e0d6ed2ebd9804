/** Preloads fonts for formulas: detects formulas before parsing, so that fonts arrive before layout. */

const code = /(```|~~~)[^]*?\1|`[^`\n]*`/g;
const formula = /\$\$|\$(?!\s)[^$`\n]+(?<!\s)\$(?!\d)/;
/** Only the beginning of a text is checked; formulas further below may load late. */
const LOOKED_AT = 20_000;

/** Returns whether a text probably has formulas, without parsing it. */
export function hasFormula(text: string): boolean {
  return text.includes('$') && formula.test(text.slice(0, LOOKED_AT).replace(code, ''));
}

/** Fonts of nearly all formulas; rarer ones load on demand. */
const FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math'];
const FONTS_MS = 3000;

/** Resolves when the fonts are loaded, after a timeout, or at once without the Font Loading API. Their style sheet must be loaded. */
export async function fontsCome(): Promise<void> {
  const loading = Promise.allSettled(FONTS.map(async (font) => document.fonts.load(font)));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FONTS_MS))]);
}
