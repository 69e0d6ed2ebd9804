/** The last touch on the built page: names for tables and checkboxes, ids that stay unique on the screen. */
import type { Element, ElementContent, Nodes, Root } from 'hast';

export interface PageOptions {
  /** Before the ids of footnotes, of which the screen may hold several texts' worth. */
  idPrefix: string;
  headingIds: ReadonlySet<string>;
}

function isElement(node: Nodes, tagName?: string): node is Element {
  return node.type === 'element' && (tagName === undefined || node.tagName === tagName);
}

function wordsOf(node: Nodes): string {
  if (node.type === 'text') return node.value;
  // Readings would double the words.
  if (isElement(node, 'rt') || isElement(node, 'rp')) return '';
  return 'children' in node ? node.children.map(wordsOf).join('').trim() : '';
}

function findAll(node: Nodes, tagName: string): Element[] {
  if (isElement(node, tagName)) return [node];
  return 'children' in node ? node.children.flatMap((child) => findAll(child, tagName)) : [];
}

/** An empty corner means that the first column names the rows. */
function nameRows(rows: Element[]): void {
  for (const row of rows) {
    const first = row.children.find((cell) => isElement(cell, 'td') || isElement(cell, 'th'));
    if (!first || !isElement(first)) continue;
    const isCorner = first.tagName === 'th';
    first.tagName = isCorner ? 'td' : 'th';
    first.properties = isCorner ? {} : { ...first.properties, scope: 'row' };
  }
}

function nameTable(table: Element, number: number): void {
  const heads = findAll(table, 'th');
  const labels = heads.map(wordsOf);
  for (const head of heads) head.properties.scope = 'col';
  if (labels[0] === '') nameRows(findAll(table, 'tr'));
  const words = labels.filter((label) => label !== '').join('、');
  table.properties.ariaLabel = words === '' ? `表${number}` : `表${number}（${words}）`;
}

function isInline(node: ElementContent): boolean {
  return !(isElement(node) && ['ul', 'ol', 'p', 'pre', 'blockquote', 'table', 'div', 'img'].includes(node.tagName));
}

function makeElement(tagName: string, children: ElementContent[]): Element {
  return { type: 'element', tagName, properties: {}, children };
}

/** Puts a task's checkbox and its words, up to the first block, into one label. */
function labelTask(item: Element): void {
  const first = item.children.find((child) => isElement(child));
  const holder = first && isElement(first, 'p') ? first : item;
  const start = holder.children.findIndex((child) => isElement(child, 'input'));
  if (start === -1) return;
  const length = holder.children.slice(start).findIndex((child) => !isInline(child));
  const [box, ...words] = holder.children.slice(start, length === -1 ? undefined : start + length);
  if (!box) return;
  const label = makeElement('label', [box, makeElement('span', words)]);
  holder.children.splice(start, words.length + 1, label);
}

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** `#見出し` leads to that heading: authors need not know the prefix of its id. */
function fixIds({ properties }: Element, { idPrefix, headingIds }: PageOptions): void {
  const label = 'footnote-label';
  if (properties.id === label) properties.id = idPrefix + label;
  if (properties.ariaDescribedBy) properties.ariaDescribedBy = [idPrefix + label];
  if (typeof properties.href !== 'string' || !properties.href.startsWith('#')) return;
  const id = `h-${decode(properties.href.slice(1)).toLowerCase()}`;
  if (headingIds.has(id)) properties.href = `#${id}`;
}

/** A rehype plugin. */
export function rehypePage(options: PageOptions) {
  return (tree: Root): void => {
    let tables = 0;
    const visit = (node: Nodes): void => {
      if (isElement(node)) {
        fixIds(node, options);
        if (node.tagName === 'table') nameTable(node, (tables += 1));
        if (node.tagName === 'li' && String(node.properties.className).includes('task-list-item')) labelTask(node);
      }
      if ('children' in node) node.children.forEach(visit);
    };
    visit(tree);
  };
}
