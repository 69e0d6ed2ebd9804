/**
 * Rewrites the spellings of a picture's size to `url#=250x`: `![alt](url =250x)` of Zenn and HackMD,
 * `![alt](url){ width="250" }` of MkDocs and Pandoc, `![alt|250](url)` and `![[name|250]]` of Obsidian.
 */
import { replaceInWords } from './prose-lines';

const label = String.raw`(\[(?:\\.|[^\[\]\\]){0,500}\])`;
const address = String.raw`(<[^<>]{1,1000}>|[^\s()<>]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)`;
const title = String.raw`((?:\s+(?:"[^"]{0,300}"|'[^']{0,300}'))?)`;
const withSize = new RegExp(
  String.raw`!${label}\(\s*${address}${title}\s+=(\d{0,5}%?)(?:x(\d{0,5}%?)\*?)?${title}\s*\)`,
);
const item = String.raw`(?:[.#][\w-]{1,80}|[\w-]{1,40}=(?:"[^"{}]{0,200}"|'[^'{}]{0,200}'|[^\s{}"']{1,200}))`;
const withAttributes = new RegExp(
  String.raw`(!?)${label}\(\s*${address}${title}\s*\)\{:?\s*(${item}(?:\s+${item})*)\s*\}`,
);
const bar = String.raw`[ ]?\\?\|[ ]?`;
const size = String.raw`(\d{1,5}%?)(?:x(\d{1,5}))?(?:px)?`;
const withBar = new RegExp(
  String.raw`!\[((?:\\.|[^\[\]\\|]){0,500}?)(?:${bar}(?:left|right|center))?${bar}${size}[ ]?\]\(\s*${address}${title}\s*\)`,
);
const embedded = new RegExp(
  String.raw`!\[\[([^\[\]|\n]{1,300}\.(?:png|jpe?g|gif|webp|svg|avif|bmp))(?:#[^\[\]|]{0,100})?(?:${bar}([^\[\]|\d][^\[\]|]{0,200}))?(?:${bar}${size})?\]\]`,
);

/** Pixels per unit. */
const units: Readonly<Record<string, number>> = { px: 1, in: 96, cm: 37.8, mm: 3.78, pt: 4 / 3, em: 16, rem: 16 };

/** Returns a length in px, or in percent of the column as `50pc`; '' for an unknown one. */
function lengthOf(written: string): string {
  const [, number = '', unit = 'px'] =
    /^\s*(\d{1,5}(?:\.\d{1,4})?)\s*(%|[a-z]{2,3})?\s*(?:!important)?\s*$/i.exec(written) ?? [];
  const factor = units[unit.toLowerCase()];
  if (number === '' || Number(number) === 0) return '';
  if (/^(?:%|vw)$/i.test(unit)) return Number(number) < 100 ? `${Math.round(Number(number))}pc` : '';
  return factor === undefined ? '' : String(Math.round(Number(number) * factor));
}

/** Writes the size in the picture's URL: `url#=250x`, in percent `url#=50pcx`. */
export function sized(url: string, width: string, height: string): string {
  const [across, down] = [lengthOf(width), lengthOf(height).replace(/^.*pc$/, '')];
  return across === '' && down === '' ? url : url.replace(/>?$/, (end) => `#=${across}x${down}${end}`);
}

/** Rewrites the sizes of all pictures in a line. */
export function readSizes(line: string): string {
  if (!/\]\(|!\[\[/.test(line) || !/[={|]|!\[\[/.test(line)) return line;
  const found = replaceInWords(line, embedded, (_, name = '', words = '', width = '', height = '') => {
    const url = sized(encodeURI(name.trim()).replace(/[()]/g, encodeURIComponent), width, height);
    return `![${words.trim() || name.trim()}](${url})`;
  });
  const barred = replaceInWords(
    found,
    withBar,
    (_, words = '', width = '', height = '', url = '', named = '') =>
      `![${words}](${sized(url, width, height)}${named})`,
  );
  const done = replaceInWords(
    barred,
    withSize,
    (_, alt = '', url = '', before = '', width = '', height = '', after = '') =>
      `!${alt}(${sized(url, width, height)}${before || after})`,
  );
  return replaceInWords(done, withAttributes, (_, picture = '', words = '', url = '', named = '', settings = '') => {
    const side = (name: string) =>
      new RegExp(`(?:^|[\\s;"'])(?:max-)?${name}\\s*[=:]\\s*["']?([^\\s"';]{1,20})`, 'i').exec(settings)?.[1] ?? '';
    return `${picture}${words}(${picture ? sized(url, side('width'), side('height')) : url}${named})`;
  });
}
