/** Recognises lists of Word, which writes them as paragraphs with a level and a printed bullet or number. */
import type { Element, ElementContent, RootContent } from 'hast';

/** The function that cleans nodes; a parameter, because that function itself calls this module to find lists. */
type Clean = (nodes: readonly RootContent[]) => ElementContent[];

const LEVEL = 'dataWordLevel';
const KIND = 'dataWordKind';
const numbers = /^[(（]?(?:[\d０-９]+|[ivx]+|[a-z]|[ア-ン]|[一二三四五六七八九十]+)[.)．）、]|^[①-⑳]/i;

const styleOf = ({ properties }: Element) => (typeof properties.style === 'string' ? properties.style : '');
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
export function wordItem(node: Element, clean: Clean): Element | undefined {
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
export function groupWordItems(nodes: ElementContent[]): ElementContent[] {
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
