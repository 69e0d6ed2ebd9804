/**
 * Reads lines pasted from Word, Excel, Notion or markdown as titles with levels, by indentation, headings, numbering
 * and bullets.
 */

export interface PastedLine {
  /** The level below the first one, from 0; at most one deeper than the line before. */
  depth: number;
  title: string;
}

interface Style {
  /** The width of the white space before the line. */
  indent: number;
  /** The place of the mark in the order of marks: smaller ones are above. */
  rank: number;
}

const PLAIN_BELOW_NUMBERS = 40;
const PLAIN_ABOVE_NUMBERS = 20;
const number = String.raw`\s?[\d０-９一二三四五六七八九十百]{1,4}\s?`;

/** The marks before titles, each with its rank. A mark that `isKept` is a part of the title. */
const marks: readonly { form: RegExp; rankOf: (mark: string) => number; isKept?: boolean }[] = [
  { form: /^#{1,6}\s+/, rankOf: (mark) => mark.trim().length },
  { form: new RegExp(`^第${number}[部編]`), rankOf: () => 10, isKept: true },
  { form: new RegExp(`^(?:第${number}章|chapter\\s?\\d{1,3})`, 'i'), rankOf: () => 11, isKept: true },
  { form: new RegExp(`^(?:第${number}[節項]|section\\s?\\d{1,3})`, 'i'), rankOf: () => 12, isKept: true },
  { form: new RegExp(`^(?:第${number}[回話講課]|lesson\\s?\\d{1,3})`, 'i'), rankOf: () => 13, isKept: true },
  {
    form: /^(?:[一二三四五六七八九十]{1,3}[、.．]|[Ⅰ-Ⅻ](?:[.．、]|(?=\s))|[IVX]{1,5}[.．](?=\s))\s*/,
    rankOf: () => 25,
  },
  {
    form: /^[\d０-９]{1,3}(?:[.．\-－ー–][\d０-９]{1,3}){1,4}(?:[.．)）、]?\s+|(?<=[-－ー–][\d０-９]{1,3})(?=[^\d０-９\s.．/年月日:：%％]))/,
    rankOf: (mark) => 29 + mark.split(/[.．\-－ー–](?=.*\S)/).length,
  },
  { form: /^[\d０-９]{1,3}(?:[.．)）、]\s*(?![\d０-９])|\s+(?=\S))/, rankOf: () => 30 },
  { form: /^(?:[(（][\d０-９]{1,3}[)）]|[①-⑳])\s*/, rankOf: () => 38 },
  { form: /^[(（][一二三四五六七八九十]{1,3}[)）]\s*/, rankOf: () => 37 },
  {
    form: /^(?:[(（][A-Za-zＡ-Ｚａ-ｚア-ン][)）]|(?![QＱ])[A-Za-zＡ-Ｚａ-ｚア-ン](?:[)）．]|\.(?=\s))|[㋐-㋾ⓐ-ⓩ])\s*/,
    rankOf: () => 39,
  },
  { form: /^[▼▽▲△]\s*/, rankOf: () => 49 },
  { form: /^(?:\*{2,6}|-{2,6})\s+/, rankOf: (mark) => 49 + mark.trim().length },
  { form: /^(?:[-*+–—]\s+(?:\[[ xX]\]\s+)?|[・•●○◦■□◆◇▪▫‣⁃➢➤❖►▶▸▷✓✔\uF000-\uF0FF]\s*)/, rankOf: () => 50 },
];

/** Returns a title without bold, links and the page number of a table of contents. */
const withoutMarkup = (text: string) =>
  text
    .replaceAll(/\*\*([^*]{1,200})\*\*/g, '$1')
    .replaceAll(/(?<!!)\[([^[\]]{1,200})\]\([^()\s]{1,500}\)/g, '$1')
    .replace(/(?<![\s.…‥・·])\s{0,5}[.…‥・·]{3,200}\s{0,5}\d{1,4}$/, '');

function readMark(text: string): { rank?: number; title: string } {
  for (const { form, rankOf, isKept } of marks) {
    const [mark] = form.exec(text) ?? [];
    if (mark === undefined) continue;
    const rest = text.slice(mark.length).trim();
    // A mark alone, such as 第1章, is a title.
    return { rank: rankOf(mark), title: isKept || rest === '' ? text : rest };
  }
  return { title: text };
}

const widthOf = (space: string) =>
  space.split('').reduce((sum, sign) => sum + ({ '\t': 4, '\u3000': 2 }[sign] ?? 1), 0);

/**
 * Splits a line into the cells of a spreadsheet, each with its column as indentation; a number stays with the cell
 * after it.
 */
function splitCells(line: string): { indent: number; text: string }[] {
  const [, row] = /^\s*\|(.*)\|\s*$/.exec(line) ?? [];
  if (row !== undefined) return splitCells(row.replaceAll('|', '\t').trimEnd());
  const [space = ''] = /^\s*/.exec(line) ?? [];
  const base = widthOf(space);
  const cells: { indent: number; text: string }[] = [];
  for (const [index, cell] of line.slice(space.length).split('\t').entries()) {
    const last = cells.at(-1);
    const text = withoutMarkup(cell.trim());
    if (text === '') continue;
    if (last && /^(?:第.{1,5}|[\d.\-ー)）(（①-⑳]{1,9}|[・•●○◦■□◆◇▪▼▽-])$/.test(last.text)) last.text += ` ${text}`;
    else cells.push({ indent: base + index * 4, text });
  }
  return cells;
}

/** Returns the titles of pasted lines with their levels; blank lines and lines of signs alone are left out. */
export function readPastedOutline(text: string): PastedLine[] {
  const lines = text
    .split(/\r\n|\r|\n/)
    .flatMap(splitCells)
    .filter((line) => /[\p{L}\p{N}]/u.test(line.text));
  const read = lines.map(({ indent, text: written }) => ({ indent, ...readMark(written) }));
  const plain = read[0]?.rank === undefined ? PLAIN_ABOVE_NUMBERS : PLAIN_BELOW_NUMBERS;
  const open: Style[] = [];
  return read.map(({ indent, rank = plain, title }) => {
    let top = open.at(-1);
    while (top && (top.indent > indent || (top.indent === indent && top.rank >= rank))) {
      open.pop();
      top = open.at(-1);
    }
    open.push({ indent, rank });
    return { depth: open.length - 1, title };
  });
}
