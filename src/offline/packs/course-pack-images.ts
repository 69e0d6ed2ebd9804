/**
 * Finds the images of a markdown text, so that a saved course (pack) holds them, too; does not use the page's markdown
 * parser.
 */

/** Patterns of inline code. In a paragraph, inline code may span lines; in a list or a table it ends with its line. */
const codeInLines = /(?<![`\\])(`{1,8})(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)/g;
const codeOverLines = /(?<![`\\])(`{1,8})(?!`)(?:[^\n]|\n(?![ \t]{0,99}\n)){0,1000}?(?<!`)\1(?!`)/g;
const definition = /^[ \t>]{0,12}\[([^\]\n]{1,200})\]:[ \t]*\n?[ \t>]{0,12}<?([^\s<>]{1,2000})/gm;
/** Matches an `<img>` tag, because texts may contain some HTML. */
const tag = /<img\s[^<>]{0,1000}?\bsrc\s{0,5}=\s{0,5}["']?([^\s<>"']{1,500})/gi;
/** Matches a picture in the form of Obsidian: `![[name.png|300]]`. */
const embedded = /!\[\[([^[\]|#\n]{1,300}\.(?:png|jpe?g|gif|webp|svg|avif|bmp))/gi;
/** Matches what follows an image's alternative text: its URL, or the label of a definition. */
const target =
  /\(\s{0,5}(?:<([^<>\n]{1,500})>|((?:\\.|[^\s<>()\\]|\([^\s<>()\\]{0,100}\)){1,500}))|\[([^\]\n]{0,200})\]/y;
/** Maximum length of the alternative text that is scanned, characters: texts are untrusted. */
const MAX_ALT_LENGTH = 1000;

/**
 * Matches the start of a code fence, also after list markers. After opening backticks the info string must contain no
 * backtick, or it would be inline code.
 */
const opening = /^( {0,3}(?:(?:[-*+]|\d{1,9}[.)]) {1,4}){0,5})(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Returns the text without fenced code. A fence that is never closed reaches to the end of the text, or of its list.
 */
function withoutFences(text: string): string {
  let fence = '';
  /** The indentation of the code fence's list item, in characters. */
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

/**
 * Returns the index of the `]` that closes the `[` before `from`; -1 if there is none within {@link MAX_ALT_LENGTH}.
 */
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

/** Returns a URL without markdown escapes and with `&amp;` decoded. */
function unescaped(address: string): string {
  return address.replace(/\\([!-/:-@[-`{-~])/g, '$1').replaceAll('&amp;', '&');
}

/** Returns a URL without the image size in its fragment (docs/decisions/0001). */
function withoutSize(address: string): string {
  return address.replace(/#\d{1,6}x\d{1,6}$/, '');
}

/** Yields the URLs of the images of a text without code, exactly as they are written in the text. */
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
  for (const [, name = ''] of text.matchAll(embedded)) yield name.trim().replaceAll(' ', '%20');
}

/** Returns the URLs of a text's images outside of code, each once: `content:ID` or a URL. */
export function findImages(markdown: string): string[] {
  const text = withoutFences(markdown);
  const readings = [codeOverLines, codeInLines].map((code) => text.replace(code, ' '));
  return [
    ...new Set(readings.flatMap((reading) => [...imagesIn(reading)]).map((found) => withoutSize(unescaped(found)))),
  ];
}
