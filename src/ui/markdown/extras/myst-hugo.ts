/**
 * Rewrites boxes and pictures of MyST (```` ```{note} ````) and Hugo (`{{< notice >}}`, `{{% alert %}}`) to `:::`, line
 * by line, keeping line numbers.
 */
import { calloutOf } from './callouts';
import { replaceInWords } from './prose-lines';
import { sized } from './sized-pictures';

const fence = /^([ \t>]*)(`{3,}|~{3,}|:{3,})(?:\{([a-z][\w-]*)\}[ \t]*(.*)|([^`]*))$/i;
/** Matches a MyST setting below a box's first line: `:class: warning`. */
const setting = /^[ \t>]*:([a-z][\w-]*):(?:[ \t]+(.*))?$/i;

interface OpenFence {
  marks: string;
  /**
   * The text that replaces the last line: `:::` for a box, nothing for a picture; undefined keeps the line, because it
   * ends a code block.
   */
  end?: string;
}

/** Reads the settings below a box's first line, and replaces them by blank lines. */
function takeSettings(lines: string[], at: number): Map<string, string> {
  const settings = new Map<string, string>();
  for (let next = at + 1; next < lines.length; next += 1) {
    const [found, name = '', value = ''] = setting.exec(lines[next] ?? '') ?? [];
    if (found === undefined) break;
    settings.set(name.toLowerCase(), value);
    lines[next] = '';
  }
  return settings;
}

/**
 * Rewrites MyST boxes (admonitions) as callouts and MyST figures as pictures. In a box written with colons, only the
 * lines with settings are rewritten here.
 */
function readMyst(source: readonly string[]): string[] {
  const lines = [...source];
  const open: OpenFence[] = [];
  for (let at = 0; at < lines.length; at += 1) {
    const [found, indent = '', marks = '', name, title = '', info = ''] = fence.exec(lines[at] ?? '') ?? [];
    const last = open.at(-1);
    const isCode = last !== undefined && last.end === undefined;
    if (found === undefined) continue;
    if (last && marks.startsWith(last.marks) && name === undefined && info.trim() === '') {
      if (last.end !== undefined) lines[at] = indent + last.end;
      open.pop();
    } else if (name !== undefined && !isCode && /^(?:figure|image)$/i.test(name)) {
      const settings = takeSettings(lines, at);
      const url = sized(title.trim(), settings.get('width') ?? '', settings.get('height') ?? '');
      lines[at] = `${indent}![${settings.get('alt') ?? ''}](${url})`;
      open.push({ marks, end: '' });
    } else if (name !== undefined && !isCode && calloutOf(name)) {
      const kinds = takeSettings(lines, at)
        .get('class')
        ?.split(/[\s,]+/);
      lines[at] = `${indent}:::{${kinds?.find((each) => calloutOf(each)) ?? name}} ${title}`.trimEnd();
      if (!marks.startsWith(':')) open.push({ marks, end: ':::' });
    } else if (!isCode && !marks.startsWith(':')) open.push({ marks });
  }
  return lines;
}

const argument = String.raw`(?:"[^"]*"|[^<>%"])`;
const shortcode = new RegExp(
  String.raw`\{\{(?:<|%)[ \t]*(/?)[ \t]*([a-z][\w-]{0,40}(?:/[\w-]{1,40})?)((?:${argument}){0,300}?)[ \t]*/?(?:>|%)\}\}`,
);
const shortcodeLine = new RegExp(String.raw`^([ \t>]*)${shortcode.source}[ \t]*$`, 'i');

/** Returns the value of a named attribute: `title="…"`. */
export const valueOf = (words: string, ...names: string[]) =>
  new RegExp(String.raw`(?:^|\s)(?:${names.join('|')})=(?:"([^"]*)"|([^\s"]+))`, 'i')
    .exec(words)
    ?.slice(1)
    .find(Boolean);

/** Returns the first line of a box; undefined for a shortcode that is no box. */
export function boxOf(name: string, words: string): string | undefined {
  const own = name.toLowerCase();
  const isGeneral = /^(?:notice|hint|alert|callout|admonition|message|box|panel)$/.test(own);
  if (!isGeneral && !calloutOf(own)) return undefined;
  const [, first = '', quoted = ''] = /^\s*"?([\w-]+)"?(?=\s|$)\s*(?:"([^"]*)")?/.exec(words) ?? [];
  const named = [valueOf(words, 'type', 'kind', 'level', 'color', 'style', 'context', 'icon'), first];
  const kind = named.find((each) => each && calloutOf(each)) ?? (calloutOf(own) ? own : 'message');
  return `:::{${kind}} ${valueOf(words, 'title', 'summary') ?? quoted}`.trimEnd();
}

/** Rewrites a line that consists of one shortcode. */
function readShortcodeLine(line: string): string {
  const [found, indent = '', slash = '', name = '', words = ''] = shortcodeLine.exec(line) ?? [];
  if (found === undefined) return line;
  const box = boxOf(name, slash ? '' : words);
  if (box !== undefined) return indent + (slash ? ':::' : box);
  if (/^highlight$/i.test(name)) return `${indent}\`\`\`${slash ? '' : words.trim().split(/\s/)[0]}`;
  const source = valueOf(words, 'src');
  if (/^(?:figure|image|img)$/i.test(name) && source !== undefined) {
    const url = sized(source, valueOf(words, 'width') ?? '', valueOf(words, 'height') ?? '');
    return `${indent}![${valueOf(words, 'alt', 'caption', 'title') ?? ''}](${url})`;
  }
  const [, id] = /^\s*(?:id=)?"?([\w-]+)"?\s*$/i.exec(words) ?? [];
  if (/^(?:youtube|vimeo|gist)$/i.test(name) && id !== undefined) return `${indent}@[${name}](${id})`;
  return line;
}

/**
 * Replaces the shortcodes in a line by a note with their names; of a box within a line, only the contents are shown.
 */
const nameIt = (line: string) =>
  replaceInWords(line, shortcode, (_, slash, name = '') =>
    slash || boxOf(name, '') !== undefined ? '' : `（Hugo の「${name}」は、ここでは表示できません）`,
  );

/**
 * Rewrites boxes of MyST and Hugo; an unsupported shortcode is replaced by a note. @param isCode whether each line is
 * code, before the rewriting.
 */
export function readMystAndHugo(lines: readonly string[], isCode: readonly boolean[]): string[] {
  const text = lines.map((line, at) => (isCode[at] || !/\{\{[<%]/.test(line) ? line : nameIt(readShortcodeLine(line))));
  return text.some((line) => /^[ \t>]*(?:```|~~~|:::)\S*\{/.test(line)) ? readMyst(text) : text;
}
