/** Which images a markdown text shows, found without the parser of the page: a pack must hold them, too. */

/** Code in a line, read both ways: where the next line is another block's, as in a list or a table, it ends with its own. */
const codeInLines = /(?<![`\\])(`{1,8})(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)/g;
const codeOverLines = /(?<![`\\])(`{1,8})(?!`)(?:[^\n]|\n(?![ \t]{0,99}\n)){0,1000}?(?<!`)\1(?!`)/g;
const definition = /^[ \t>]{0,12}\[([^\]\n]{1,200})\]:[ \t]*\n?[ \t>]{0,12}<?([^\s<>]{1,2000})/gm;
/** An image in HTML, of which texts draw some. */
const tag = /<img\s[^<>]{0,1000}?\bsrc\s{0,5}=\s{0,5}["']?([^\s<>"']{1,500})/gi;
/** What follows the words of an image: its address, or the name of a definition. */
const target =
  /\(\s{0,5}(?:<([^<>\n]{1,500})>|((?:\\.|[^\s<>()\\]|\([^\s<>()\\]{0,100}\)){1,500}))|\[([^\]\n]{0,200})\]/y;
/** So much of the words of an image is looked at; texts come from outside. */
const MAX_ALT_LENGTH = 1000;

/** What begins code, after the signs of the lists that begin with it; words behind backticks hold none, or it is code in a line. */
const opening = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4}){0,5})(`{3,}(?=[^`]*$)|~{3,})/;

/** The text without its fenced code; a fence that is never closed reaches to the end, or to that of the list it began with. */
function withoutFences(text: string): string {
  let fence = '';
  /** How far its list is indented. */
  let width = 0;
  const lines = text.split(/\r\n?|\n/).map((line) => {
    const indent = line.search(/\S/);
    if (indent >= 0 && indent < width) fence = '';
    if (fence === '') {
      const [, before = '', run = ''] = opening.exec(line) ?? [];
      fence = run;
      width = before.trim() === '' ? 0 : before.length;
      return run === '' ? line : '';
    }
    const isClosed = indent <= width + 3 && line.trim().startsWith(fence) && /^[\s`~]*$/.test(line);
    if (isClosed) fence = '';
    return '';
  });
  return lines.join('\n');
}

/** Where the bracket that opens before `from` is closed; -1 when it is not, or too far away. */
function closingBracket(text: string, from: number): number {
  let depth = 1;
  for (let at = from; at < Math.min(text.length, from + MAX_ALT_LENGTH); at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '[') depth += 1;
    else if (text[at] === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** An address as a parser reads it: without the signs that keep others from meaning something. */
function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

/** An address without the size that a fragment may tell (docs/decisions/0001). */
function withoutSize(address: string): string {
  return address.replace(/#\d{1,6}x\d{1,6}$/, '');
}

/** The addresses of the images of a text without code, as they are written. */
function* imagesIn(text: string): Generator<string> {
  const definitions = new Map([...text.matchAll(definition)].map(([, label = '', url = '']) => [labelOf(label), url]));
  for (let start = text.indexOf('![', 0); start >= 0; start = text.indexOf('![', start + 2)) {
    const end = closingBracket(text, start + 2);
    if (end < 0) continue;
    target.lastIndex = end + 1;
    const [, inBrackets, bare, label] = target.exec(text) ?? [];
    const shown = inBrackets ?? bare ?? definitions.get(labelOf(label ? label : text.slice(start + 2, end)));
    if (shown) yield shown;
  }
  for (const [, address = ''] of text.matchAll(tag)) yield address;
}

/** The addresses of the images of a text, each once, as they are read: `content:ID` or a URL; none in code. */
export function findImages(markdown: string): string[] {
  const text = withoutFences(markdown);
  const readings = [codeOverLines, codeInLines].map((code) => text.replace(code, ' '));
  return [
    ...new Set(readings.flatMap((reading) => [...imagesIn(reading)]).map((found) => withoutSize(unescaped(found)))),
  ];
}
