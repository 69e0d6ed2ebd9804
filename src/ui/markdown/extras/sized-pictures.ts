/** Rewrites sizes and attributes behind pictures: `![alt](url =250x)` of Zenn and HackMD, `![alt](url){ width="250" }` of MkDocs. */
import { replaceInWords } from './prose-lines';

const label = String.raw`(\[(?:\\.|[^\[\]\\]){0,500}\])`;
const address = String.raw`(<[^<>]{1,1000}>|[^\s()<>]{1,1000}(?:\([^\s()]{0,200}\)[^\s()]{0,200})?)`;
const title = String.raw`((?:\s+(?:"[^"]{0,300}"|'[^']{0,300}'))?)`;
const withSize = new RegExp(String.raw`!${label}\(\s*${address}${title}\s+=(\d{0,5})%?x(\d{0,5})%?${title}\s*\)`);
const item = String.raw`(?:[.#][\w-]{1,80}|[\w-]{1,40}=(?:"[^"{}]{0,200}"|'[^'{}]{0,200}'|[^\s{}"']{1,200}))`;
const withAttributes = new RegExp(
  String.raw`(!?)${label}\(\s*${address}${title}\s*\)\{:?\s*(${item}(?:\s+${item})*)\s*\}`,
);

/** Writes the size in the picture's URL: `url#=250x`. */
function sized(url: string, width: string, height: string): string {
  if (width === '' && height === '') return url;
  return url.replace(/>?$/, (end) => `#=${width}x${height}${end}`);
}

/** Rewrites the sizes of all pictures in a line. */
export function readSizes(line: string): string {
  if (!line.includes('](') || !/[={]/.test(line)) return line;
  const done = replaceInWords(
    line,
    withSize,
    (all, alt = '', url = '', before = '', width = '', height = '', after = '') =>
      // A size in percent is removed.
      all.includes('%x') || all.includes('%)')
        ? `!${alt}(${url}${before || after})`
        : `!${alt}(${sized(url, width, height)}${before || after})`,
  );
  return replaceInWords(done, withAttributes, (_, picture = '', words = '', url = '', named = '', settings = '') => {
    const side = (name: string) =>
      new RegExp(`(?:^|\\s)${name}=["']?(\\d{1,5})(?:px)?["']?(?:\\s|$)`, 'i').exec(settings)?.[1] ?? '';
    return `${picture}${words}(${picture ? sized(url, side('width'), side('height')) : url}${named})`;
  });
}
