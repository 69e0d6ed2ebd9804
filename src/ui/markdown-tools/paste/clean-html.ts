/** Cleans pasted HTML: turns styles of office programs into elements, and removes what is not content. */
import type { Element, ElementContent, RootContent } from 'hast';

import { flattenCells } from './table-cells';

/** The function that cleans nodes; a parameter, because that function itself calls this module to find lists. */
type Clean = (nodes: readonly RootContent[]) => ElementContent[];

const LEVEL = 'dataWordLevel';
const KIND = 'dataWordKind';
const numbers = /^[(（]?(?:[\d０-９]+|[ivx]+|[a-z]|[ア-ン]|[一二三四五六七八九十]+)[.)．）、]|^[①-⑳]/i;

const isMark = (node: Element) => /mso-list\s*:\s*ignore/i.test(styleOf(node));

function textOf(node: RootContent): string {
  if (node.type === 'text') return node.value;
  return node.type === 'element' ? node.children.map(textOf).join('') : '';
}

/** Removes the printed bullet or number from a paragraph's elements. */
function takeMark(nodes: readonly ElementContent[], found: Element[]): ElementContent[] {
  return nodes.flatMap((node): ElementContent[] => {
    if (node.type !== 'element') return [node];
    if (isMark(node)) {
      found.push(node);
      return [];
    }
    return [{ ...node, children: takeMark(node.children, found) }];
  });
}

/** Returns a Word paragraph of a list as a list item, for `groupWordItems`; undefined for any other element. */
function wordItem(node: Element, clean: Clean): Element | undefined {
  const level = /mso-list\s*:\s*[\w-]+\s+level(\d)/i.exec(styleOf(node))?.[1];
  if (level === undefined || !/^(?:p|div|h[1-6])$/.test(node.tagName)) return undefined;
  const marks: Element[] = [];
  const children = takeMark(node.children, marks);
  const isSymbol = JSON.stringify(marks).includes('Wingdings') || JSON.stringify(marks).includes('Symbol');
  const isNumber = !isSymbol && numbers.test(marks.map(textOf).join('').trim());
  return {
    type: 'element',
    tagName: 'li',
    properties: { [LEVEL]: Number(level), [KIND]: isNumber ? 'ol' : 'ul' },
    children: clean(children),
  };
}

function levelOf(node: ElementContent): number | undefined {
  const level = node.type === 'element' ? node.properties[LEVEL] : undefined;
  return typeof level === 'number' ? level : undefined;
}

/** Adds an item to the list of its level; deeper items belong to the last item before them. */
function addItem(lists: Element[], item: Element, level: number): Element | undefined {
  const kind = String(item.properties[KIND]);
  const depth = Math.max(1, Math.min(level, lists.length + 1));
  lists.splice(depth);
  item.properties = {};
  const own = lists[depth - 1];
  if (own?.tagName === kind || (own && depth > 1)) {
    own.children.push(item);
    return undefined;
  }
  const list: Element = { type: 'element', tagName: kind, properties: {}, children: [item] };
  const parent = lists[depth - 2]?.children.at(-1);
  lists.splice(depth - 1, 1, list);
  if (parent?.type !== 'element') return list;
  parent.children.push(list);
  return undefined;
}

/** Groups neighbouring Word list items into lists. */
function groupWordItems(nodes: ElementContent[]): ElementContent[] {
  if (!nodes.some((node) => levelOf(node) !== undefined)) return nodes;
  const grouped: ElementContent[] = [];
  let lists: Element[] = [];
  for (const node of nodes) {
    const level = levelOf(node);
    if (level !== undefined && node.type === 'element') {
      const list = addItem(lists, node, level);
      if (list) grouped.push(list);
    } else if (node.type !== 'text' || node.value.trim() !== '') {
      lists = [];
      grouped.push(node);
    }
  }
  return grouped;
}

const dropped = new Set(
  'script style meta link title head template svg button input select textarea iframe object video audio noscript colgroup rp'.split(
    ' ',
  ),
);
const droppedClasses = /^(?:katex-html|mwe-math-fallback-image-\w+|mw-editsection|sr-only|visually-hidden)$/;
const headings = /^h[1-6]$/;
const links = /^(?:https?:\/\/|mailto:)/i;
const pictures = /^https?:\/\//i;

/** Letters of scripts that are written without spaces between words. */
const dense = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー、。，．「」『』（）・！？：；]/u;

function styleOf({ properties }: Element): string {
  return typeof properties.style === 'string' ? properties.style : '';
}

function classesOf({ properties }: Element): string[] {
  return Array.isArray(properties.className) ? properties.className.map(String) : [];
}

function element(tagName: string, children: ElementContent[], properties: Element['properties'] = {}): Element {
  return { type: 'element', tagName, properties, children };
}

/** Removes line ends between Japanese letters, because office programs break their HTML at any letter. */
function joinLines(text: string): string {
  return text.replace(/[ \t]*\r?\n[ \t\r\n]*/g, (space, at: number) => {
    const [before, after] = [text.charAt(at - 1), text.charAt(at + space.length)];
    const isDense = (letter: string) => letter === '' || dense.test(letter);
    return (before !== '' || after !== '') && isDense(before) && isDense(after) ? '' : ' ';
  });
}

function isHidden(node: Element): boolean {
  const style = styleOf(node);
  return (
    node.properties.hidden !== undefined ||
    /display\s*:\s*none|mso-hide\s*:\s*all|mso-element\s*:\s*comment/i.test(style) ||
    classesOf(node).some((name) => droppedClasses.test(name))
  );
}

/** Elements that mean the same as a style. */
function marksOf(node: Element): string[] {
  const style = styleOf(node);
  const weight = /font-weight\s*:\s*(bold|\d+)/i.exec(style)?.[1];
  const isBold = weight?.toLowerCase() === 'bold' || Number(weight) >= 600;
  return [
    ...(isBold ? ['strong'] : []),
    ...(/font-style\s*:\s*italic/i.test(style) ? ['em'] : []),
    ...(/text-decoration[^;]*line-through/i.test(style) ? ['del'] : []),
  ];
}

/** Google Docs puts everything into a `<b>` that is not bold. */
function isUnbold(node: Element): boolean {
  return /^(?:b|strong)$/.test(node.tagName) && /font-weight\s*:\s*(?:normal|[1-4]00)/i.test(styleOf(node));
}

const hasContent = (children: readonly ElementContent[]): boolean =>
  children.some((child) => (child.type === 'text' ? child.value.trim() !== '' : child.type === 'element'));

/** Moves a list that is directly between the items of another list into the item before it. */
function nestLists(children: ElementContent[]): ElementContent[] {
  const items: ElementContent[] = [];
  for (const child of children) {
    const last = items.at(-1);
    const isList = child.type === 'element' && /^[uo]l$/.test(child.tagName);
    if (isList && last?.type === 'element' && last.tagName === 'li') last.children.push(child);
    else items.push(child);
  }
  return items;
}

function cleanPicture(node: Element): ElementContent[] {
  const { src, alt } = node.properties;
  if (classesOf(node).includes('emoji') && typeof alt === 'string') return [{ type: 'text', value: alt }];
  return typeof src === 'string' && pictures.test(src) ? [element('img', [], { src, alt })] : [];
}

/** Returns the TeX source of a formula, which KaTeX, MathJax and Wikipedia write beside its picture. */
function findTex(node: Element): string | undefined {
  const isTex = node.tagName === 'annotation' && node.properties.encoding === 'application/x-tex';
  if (isTex) return node.children.map((child) => (child.type === 'text' ? child.value : '')).join('');
  for (const child of node.children) {
    const tex = child.type === 'element' ? findTex(child) : undefined;
    if (tex !== undefined) return tex;
  }
  return undefined;
}

function cleanElement(node: Element, isHeading: boolean): ElementContent[] {
  const { tagName, properties } = node;
  if (dropped.has(tagName) || isHidden(node)) return [];
  if (tagName === 'img') return cleanPicture(node);
  if (tagName === 'math') {
    const tex = findTex(node)?.trim();
    const isBlock = properties.display === 'block';
    return tex ? [element('math', [{ type: 'text', value: tex }], { display: isBlock ? 'block' : 'inline' })] : [];
  }
  if (tagName === 'pre') return [node];
  const item = wordItem(node, cleanAll);
  if (item) return [item];
  const children = cleanAll(node.children, isHeading || headings.test(tagName));
  if (tagName === 'table') return [flattenCells(element('table', children))];
  if (/^[uo]l$/.test(tagName)) return [element(tagName, nestLists(children), { start: properties.start })];
  if (tagName === 'a') {
    const { href } = properties;
    return typeof href === 'string' && links.test(href) ? [element('a', children, { href })] : children;
  }
  const isMark = /^(?:b|strong|i|em|s|strike|del)$/.test(tagName);
  if (isMark && (isHeading || isUnbold(node) || !hasContent(children))) return children;
  const isPlain = /^(?:span|font|u|o:p|ins|mark|small|big)$/.test(tagName);
  const isCell = /^t[hd]$/.test(tagName);
  const marks = isHeading || headings.test(tagName) || isMark || isCell || !hasContent(children) ? [] : marksOf(node);
  const marked = marks.reduce((inner: ElementContent[], mark) => [element(mark, inner)], children);
  if (isPlain) return marked;
  const { colSpan, rowSpan } = properties;
  const align = /text-align\s*:\s*(right|center)/i.exec(styleOf(node))?.[1]?.toLowerCase() ?? properties.align;
  return [element(tagName, marked, isCell ? { colSpan, rowSpan, align } : {})];
}

/** Returns the cleaned nodes, without those that are not content. */
export function cleanAll(nodes: readonly RootContent[], isHeading = false): ElementContent[] {
  const cleaned = nodes.flatMap((node): ElementContent[] => {
    if (node.type === 'text') {
      return [{ type: 'text', value: joinLines(node.value.replaceAll('\u00a0', ' ').replace(/[\u200b\ufeff]/g, '')) }];
    }
    return node.type === 'element' ? cleanElement(node, isHeading) : [];
  });
  return groupWordItems(cleaned);
}
