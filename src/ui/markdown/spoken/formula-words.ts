/** Returns the words with which a formula is read aloud: its author's reading, else 「数式」 (formula). */

/** Matches the reading of a formula: a comment of TeX, `% 読み：エックスの二乗`. */
const formulaReading = /(?<!\\)%[ \t]*読み[:：][ \t]*(.+)/;

/** @param formula its TeX, and whether it is a display formula (on a separate line) */
export function nameFormula({ tex, isDisplay }: { tex: string; isDisplay: boolean }): string {
  const [, reading] = formulaReading.exec(tex) ?? [];
  const name = reading === undefined ? '数式' : `数式、${reading.trim()}${isDisplay ? '' : '、'}`;
  return isDisplay ? `${name}。` : name;
}
