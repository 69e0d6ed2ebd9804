/**
 * Rewrites boxes that other tools write as tags to `:::`, line by line, keeping line numbers: GitBook
 * (`{% hint style="info" %}`), Notion (`<aside>`, `<callout>`), components of MDX (`<Callout type="info">`,
 * `<TabItem label="A">`), Bootstrap (`<div class="alert alert-info">`) and Discourse (`[details="題"]`).
 */
import { calloutOf } from './callout-kinds';
import { boxOf, valueOf } from './myst-hugo';

/** A tag that is alone on its line, or an element that is. */
interface Tag {
  indent: string;
  isEnd: boolean;
  name: string;
  attributes: string;
  /** The words of an element on one line; undefined for a tag. */
  words?: string;
  isEmpty?: boolean;
}

const value = String.raw`(?:"[^"<>]{0,300}"|'[^'<>]{0,300}'|[^"'<>])`;
const liquid = /^([ \t>]*)\{%-?[ \t]*(end)?([a-z][\w-]{0,40})((?:"[^"]{0,300}"|[^"%]){0,300}?)[ \t]*-?%\}[ \t]*$/i;
const element = new RegExp(
  String.raw`^([ \t>]*)<(/?)([a-z]\w{0,40})(\s${value}{0,300}?)?(/?)>(?:([^<>]{1,2000})</\3>)?[ \t]*$`,
  'i',
);
const discourse = /^([ \t>]*)\[(\/?)(details|spoiler)(?:="?([^\]"]{0,200})"?)?\][ \t]*$/i;

/** Tags that only lay out a page: their contents are shown. */
const layout =
  /^(?:tabs|tabgroup|steps?|stepper|cardgrid|cards|cardgroup|accordiongroup|codegroup|columns?|frame|content-ref|code)$/i;
const titled = /^(?:aside|card|tab|tabitem|panel)$/i;
/** The names of elements that are boxes in lower case, too; `<details>`, `<summary>` and `<code>` are HTML's own. */
const lowerCase = /^(?:aside|callout|alert|hint|admonition|note|tip|info|warning|caution|danger|important)$/;
const folded = /^(?:accordion|accordionitem|expandable|collapsible|toggle|details|spoiler)$/i;

function readTag(line: string): Tag | undefined {
  const [found, indent = '', end, name = '', attributes = ''] = liquid.exec(line) ?? [];
  if (found !== undefined) return { indent, isEnd: end !== undefined, name, attributes };
  const [all, before = '', slash, own = '', settings = '', empty, words] = element.exec(line) ?? [];
  if (all !== undefined && (/^[A-Z]/.test(own) || own === 'div' || lowerCase.test(own)))
    return { indent: before, isEnd: slash === '/', name: own, attributes: settings, words, isEmpty: empty === '/' };
  const [bracketed, start = '', closing, kind = '', title = ''] = discourse.exec(line) ?? [];
  const attribute = title === '' ? '' : `title="${title}"`;
  return bracketed === undefined
    ? undefined
    : { indent: start, isEnd: closing === '/', name: kind, attributes: attribute };
}

/** Returns the kind of a tag's box; of a `<div>` its classes name it, and a `<div>` without one is no box. */
function kindOf({ name, attributes }: Tag): string | undefined {
  if (/^aside$/i.test(name)) return 'callout';
  if (name !== 'div') return name;
  const classes = (valueOf(attributes, 'class') ?? '').toLowerCase().split(/\s+/);
  const kinds = classes.map((name) => name.replace(/^(?:alert|callout|admonition)-/, ''));
  return classes.some((name) => lowerCase.test(name)) ? kinds.findLast((name) => calloutOf(name)) : undefined;
}

/**
 * Returns the first line of a tag's box without its colons; '' if only its contents are shown, undefined for an unknown
 * tag.
 */
function openingOf(tag: Tag): string | undefined {
  const { name, attributes } = tag;
  if (layout.test(name)) return '';
  const title = valueOf(attributes, 'title', 'label', 'summary', 'header', 'name') ?? '';
  const icon = valueOf(attributes, 'icon') ?? '';
  if (folded.test(name)) return `{details} ${title}`.trimEnd();
  const kind = kindOf(tag);
  const box = kind === undefined ? undefined : boxOf(kind, attributes);
  if (box === undefined) return titled.test(name) ? `{message} ${title}`.trimEnd() : undefined;
  // Notion's boxes have a picture character in place of a title.
  const isBare = title === '' && /^:::\{(?:message|callout)\}$/.test(box) && !/^[\w-]*$/.test(icon);
  return `${box.slice(3)}${title !== '' && !box.endsWith(title) ? ` ${title}` : isBare ? ` ${icon}` : ''}`;
}

/** Returns the line of a tag without contents: a link; undefined for an unknown one. */
function linkOf({ indent, name, attributes }: Tag): string | undefined {
  const url = valueOf(attributes, 'url', 'href');
  if (url === undefined || !/^(?:embed|link-?card|card)$/i.test(name)) return undefined;
  const title = valueOf(attributes, 'title');
  return title === undefined && /^https?:/.test(url) ? `${indent}<${url}>` : `${indent}[${title ?? url}](${url})`;
}

/** Rewrites the boxes of a text that are paired tags. @param isCode whether each line is code */
export function readTagBoxes(lines: readonly string[], isCode: readonly boolean[]): string[] {
  const done = [...lines];
  // Tags whose end has not been read yet. A tag without `opening` stays as it is written: a `<div>` that is no box, and
  // the tags inside it up to the next blank line, because markdown reads no boxes there.
  const open: { at: number; name: string; opening?: string; indent: string }[] = [];
  let lastBlank = -1;
  for (const [at, line] of lines.entries()) {
    if (line.trim() === '') lastBlank = at;
    const tag = isCode[at] || !/^[ \t>]*(?:<|\{%|\[\/?[ds])/i.test(line) ? undefined : readTag(line);
    if (!tag) continue;
    const link = tag.isEnd ? undefined : linkOf(tag);
    const around = open.at(-1);
    const isInHtml = around && around.opening === undefined && lastBlank < around.at;
    const opening = isInHtml ? undefined : openingOf(tag);
    if (link !== undefined && (tag.isEmpty || /^embed$/i.test(tag.name))) done[at] = link;
    else if ((opening === undefined && tag.name !== 'div' && !isInHtml) || tag.isEmpty) continue;
    else if (tag.words !== undefined) {
      if (opening === undefined) continue;
      const [, kind = 'message', title = ''] = /^\{([\w-]+)\}\s*(.*)$/.exec(opening) ?? [];
      const words = title === '' ? tag.words : `**${title}** ${tag.words.trimStart()}`;
      done[at] = opening === '' ? tag.indent + tag.words : `${tag.indent}> ###### [!${kind.toUpperCase()}] ${words}`;
    } else if (!tag.isEnd) open.push({ at, name: tag.name.toLowerCase(), opening, indent: tag.indent });
    else {
      const index = open.findLastIndex(({ name }) => name === tag.name.toLowerCase());
      const [start] = index < 0 ? [] : open.splice(index);
      if (start?.opening === undefined) continue;
      done[start.at] = start.opening === '' ? '' : `${start.indent}:::${start.opening}`;
      done[at] = start.opening === '' ? '' : `${start.indent}:::`;
    }
  }
  return done;
}
