/** What formulas need before they are drawn: that a text has some is known before it is read, and fonts come before the page is laid out. */

const code = /(```|~~~)[^]*?\1|`[^`\n]*`/g;
const formula = /\$\$|\$(?!\s)[^$`\n]+(?<!\s)\$(?!\d)/;
/** Formulas further below may come late. */
const LOOKED_AT = 20_000;

/** Whether a text has formulas, as far as can be told without reading it. */
export function hasFormula(text: string): boolean {
  return text.includes('$') && formula.test(text.slice(0, LOOKED_AT).replace(code, ''));
}

/** Nearly every formula's; rarer ones come when they are met. */
const FONTS = ['1em KaTeX_Main', 'italic 1em KaTeX_Math'];
const FONTS_MS = 3000;

/** When they have come, or have not for too long, or nobody can tell; the style sheet that names them is there. */
export async function fontsCome(): Promise<void> {
  const loading = Promise.allSettled(FONTS.map(async (font) => document.fonts.load(font)));
  await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, FONTS_MS))]);
}
