/** Turns pasted HTML (Excel, Word, Google Docs, the web) into markdown; loaded at the first paste of HTML. */
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import { fromHtml } from 'hast-util-from-html';
import { type Handle, toMdast } from 'hast-util-to-mdast';
import type { Html, Parents, PhrasingContent, Root, RootContent } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type Handle as WriteHandle, type State, toMarkdown } from 'mdast-util-to-markdown';

import { cleanAll } from './clean-html';
import { cellsOf, rowsOf } from './table-cells';

/** Characters that have a meaning in markdown anywhere in a line. */
const signs =
  /\\(?=[!-/:-@[-`{-~])|`|(?<!\s)\*|\*(?!\s)|\[(?=[^\]]*\][([])|\[\^|<(?=[a-z/!?])|&(?=#?\w+;)|~~|==|\+\+|(?<!\w)_(?!\s)|(?<!\s)_(?!\w)/gi;
/** Characters that begin a block at the start of a line. */
const starts = /^(?:#{1,6}(?=\s|$)|>|[-+*](?=\s)|[-=]{3,}|(?=\d{1,9}[.)]\s)|:::|!!!)/;

function escapeStart(text: string): string {
  const number = /^(\d{1,9})([.)]\s)/.exec(text);
  if (number) return `${number[1]}\\${text.slice(number[1]?.length)}`;
  return starts.test(text) ? `\\${text}` : text;
}

/** Escapes characters that the app would read as markup. A single $ is text, two may be a formula. */
function escapeText(text: string, state: State, isAtStart: boolean): string {
  let escaped = text.replace(signs, (sign) => `\\${sign}`);
  if ((text.match(/\$/g)?.length ?? 0) > 1) escaped = escaped.replaceAll('$', '\\$');
  if (state.stack.includes('tableCell')) escaped = escaped.replaceAll('|', '\\|');
  if (state.stack.includes('label')) escaped = escaped.replace(/(?<!\\)[[\]]/g, (bracket) => `\\${bracket}`);
  return isAtStart ? escapeStart(escaped) : escaped;
}

/**
 * Writes emphasis marks beside Japanese without extra spaces: the app's parser does not need them
 * (docs/decisions/0067).
 */
function mark(sign: string): WriteHandle {
  return (node: Parents, _, state, info) => {
    const inner = state.containerPhrasing(node as never, { ...info, before: sign, after: sign });
    return `${sign}${inner}${sign}`;
  };
}

/** An emphasis mark cannot open before a space: spaces at the ends of marked words are moved outside. */
function trimMarks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node): PhrasingContent[] => {
    if (node.type !== 'strong' && node.type !== 'emphasis' && node.type !== 'delete') {
      return 'children' in node ? [{ ...node, children: trimMarks(node.children) } as PhrasingContent] : [node];
    }
    const children = trimMarks(node.children);
    const [first, last] = [children[0], children.at(-1)];
    const before = first?.type === 'text' ? (/^\s*/.exec(first.value)?.[0] ?? '') : '';
    const after = last?.type === 'text' && last !== first ? (/\s*$/.exec(last.value)?.[0] ?? '') : '';
    const single = last === first && last?.type === 'text' ? (/\s*$/.exec(last.value.trimStart())?.[0] ?? '') : '';
    if (first?.type === 'text') first.value = first.value.trimStart();
    if (last?.type === 'text') last.value = last.value.trimEnd();
    const space = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value: ' ' }]);
    const isEmpty = children.every((child) => child.type === 'text' && child.value === '');
    if (isEmpty) return space(before);
    return [...space(before), { ...node, children }, ...space(after + single)];
  });
}

function writeMarkdown(tree: Root): string {
  return toMarkdown(tree, {
    bullet: '-',
    rule: '-',
    listItemIndent: 'one',
    extensions: [gfmTableToMarkdown({ tableCellPadding: true, tablePipeAlign: false }), gfmTaskListItemToMarkdown()],
    handlers: {
      text: (node, _, state, info) => escapeText((node as { value: string }).value, state, info.before === '\n'),
      strong: mark('**'),
      emphasis: mark('*'),
      delete: mark('~~'),
      break: (_node, _parent, state) => {
        if (state.stack.includes('tableCell')) return '<br>';
        return state.stack.includes('headingAtx') ? ' ' : '\\\n';
      },
    },
  }).trim();
}

export interface PastedMarkdown {
  markdown: string;
  /** True for words within a paragraph; false for blocks, which are separated by blank lines. */
  isInline: boolean;
}

const raw = (value: string): Html => ({ type: 'html', value });

function wordsIn(node: ElementContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(wordsIn).join('') : '';
}

/**
 * Writes pairs of words and readings (ruby) in the app's furigana syntax; inside a table, in the variant without a bar.
 */
const ruby: Handle = (state, node: Element) => {
  const pieces: { base: string; reading: string }[] = [];
  let base = '';
  for (const child of node.children) {
    if (child.type === 'element' && child.tagName === 'rt') {
      pieces.push({ base: base.trim(), reading: wordsIn(child).trim() });
      base = '';
    } else base += wordsIn(child);
  }
  const all = pieces.filter((piece) => piece.base !== '');
  const rest = base.trim();
  const isByLetter = all.length > 1 && all.every((piece) => Array.from(piece.base).length === 1);
  const words = all.map((piece) => piece.base).join('');
  const readings = all.map((piece) => piece.reading);
  if (state.inTable) return raw(all.map((one) => `｜${one.base}《${one.reading}》`).join('') + rest);
  if (isByLetter) return raw(`{${words}|${readings.join('|')}}${rest}`);
  return raw(all.map((one) => `{${one.base}|${one.reading}}`).join('') + rest);
};

/** Writes `<sup>` and `<sub>`, which the app shows as they are. */
const tag: Handle = (state, node: Element) => [
  raw(`<${node.tagName}>`),
  ...(state.all(node) as PhrasingContent[]),
  raw(`</${node.tagName}>`),
];

const math: Handle = (state, node: Element) => {
  const tex = wordsIn(node);
  return raw(node.properties.display === 'block' && !state.inTable ? `$$\n${tex}\n$$` : `$${tex}$`);
};

/** Writes list items without blank lines unless an item has several paragraphs; headings begin at the second level. */
function adapt(nodes: RootContent[], headingShift: number): void {
  for (const node of nodes) {
    if (node.type === 'heading') node.depth = Math.min(6, node.depth + headingShift) as typeof node.depth;
    if (node.type === 'list') {
      const isSpread = node.children.some(
        ({ children }) => children.filter(({ type }) => type === 'paragraph').length > 1,
      );
      node.spread = isSpread;
      for (const item of node.children) item.spread = isSpread;
    }
    if (node.type === 'paragraph' || node.type === 'heading' || node.type === 'tableCell') {
      node.children = trimMarks(node.children);
    } else if ('children' in node) adapt(node.children as RootContent[], headingShift);
  }
}

const isPlain = ({ type }: RootContent) => type === 'text' || type === 'break';

/** True if plain text would lose nothing: the content is only paragraphs of words. */
function isPlainText({ children }: Root): boolean {
  return children.every((node) => node.type === 'paragraph' && node.children.every(isPlain));
}

/**
 * Returns whether the content is a single cell, a column of cells, or one block of code, which is pasted as plain text.
 */
function isOnePiece(nodes: readonly ElementContent[]): boolean {
  const content = nodes.filter((node) => node.type !== 'text' || node.value.trim() !== '');
  const [only] = content;
  if (content.length !== 1 || only?.type !== 'element') return false;
  if (/^(?:div|body|html|section|article)$/.test(only.tagName)) return isOnePiece(only.children);
  return only.tagName === 'pre' || (only.tagName === 'table' && rowsOf(only).every((row) => cellsOf(row).length <= 1));
}

/** Returns HTML as markdown; undefined if its plain text holds the same content. */
export function htmlToMarkdown(html: string): PastedMarkdown | undefined {
  const children = cleanAll(fromHtml(html, { fragment: true }).children);
  if (isOnePiece(children)) return undefined;
  const cleaned: HtmlRoot = { type: 'root', children };
  const tree = toMdast(cleaned, { handlers: { ruby, math, sup: tag, sub: tag } }) as Root;
  // Inline content alone gets no paragraph around it.
  const isBlock = tree.children.some(({ type }) =>
    /^(?:paragraph|heading|list|table|code|blockquote|thematicBreak)$/.test(type),
  );
  const root: Root = isBlock
    ? tree
    : { type: 'root', children: [{ type: 'paragraph', children: tree.children as PhrasingContent[] }] };
  if (isPlainText(root)) return undefined;
  const hasTopHeading = root.children.some((node) => node.type === 'heading' && node.depth === 1);
  adapt(root.children, hasTopHeading ? 1 : 0);
  const markdown = writeMarkdown(root);
  const [only, ...others] = root.children;
  return markdown === '' ? undefined : { markdown, isInline: others.length === 0 && only?.type === 'paragraph' };
}
