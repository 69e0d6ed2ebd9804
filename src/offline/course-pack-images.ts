/** Which images a markdown text shows, found without the parser of the page: a pack must hold them, too. */

/** So much of an alternative text or address is looked at; texts come from outside. */
const fences = /^ {0,3}(`{3,}|~{3,})[^\n]*\n(?:[\s\S]*?\n)?? {0,3}\1[`~]*[ \t]*(?:\n|$)/gm;
const codeSpans = /(?<!`)(`{1,8})(?!`)[^\n]{0,1000}?(?<!`)\1(?!`)/g;
const inlineImage =
  /!\[((?:\\.|\[(?:\\.|[^\]\\\n]){0,100}\]|[^[\]\\]){0,500})\](?:\(\s{0,5}<?([^\s<>)]{1,2000})|\[([^\]\n]{0,200})\])?/g;
const definition = /^ {0,3}\[([^\]\n]{1,200})\]:[ \t]*<?([^\s<>]{1,2000})/gm;

function labelOf(label: string): string {
  return label.trim().replace(/\s+/g, ' ').toLowerCase();
}

/** An address without the size that a fragment may tell (docs/decisions/0001). */
function withoutSize(address: string): string {
  return address.replace(/#\d{1,6}x\d{1,6}$/, '');
}

/** The addresses of the images of a text, each once, as they are written: `content:ID` or a URL; none in code. */
export function findImages(markdown: string): string[] {
  const text = markdown.replace(/\r\n?/g, '\n').replace(fences, '\n').replace(codeSpans, ' ');
  const definitions = new Map([...text.matchAll(definition)].map(([, label = '', url = '']) => [labelOf(label), url]));
  const found = [...text.matchAll(inlineImage)].map(
    ([, alt = '', address, label]) => address ?? definitions.get(labelOf(label ? label : alt)),
  );
  return [...new Set(found.filter((address) => address !== undefined).map(withoutSize))];
}
