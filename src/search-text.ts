/** How titles are searched: width, case and かな/カナ do not matter. */

/** A text as it is compared: NFKC, lower case, katakana as hiragana. */
function foldText(text: string): string {
  const folded = text.normalize('NFKC').toLowerCase();
  return folded.replace(/[ァ-ヶ]/g, (kana) => String.fromCharCode(kana.charCodeAt(0) - 0x60));
}

/** Makes a test for texts that hold every word of the query, in any order; an empty query matches all. */
export function createTextFilter(query: string): (text: string) => boolean {
  const words = foldText(query).split(/\s+/).filter(Boolean);
  return (text) => {
    const folded = foldText(text);
    return words.every((word) => folded.includes(word));
  };
}
