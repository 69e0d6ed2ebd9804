/** Recognises callouts: `> [!NOTE] title`, also as the heading that `quoteBoxes` writes. */
import type { Blockquote, PhrasingContent, Root, RootContent } from 'mdast';

import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

/** The severity of the callout. */
type CalloutKind = 'note' | 'tip' | 'warning' | 'danger' | 'details';

interface Callout {
  kind: CalloutKind;
  /** The title of a callout that has none in the text; '' for no title. */
  title: string;
}

/** The kind, default title and accepted names of each callout. */
const table: [CalloutKind, title: string, names: string][] = [
  ['note', '補足', 'note info primary secondary default'],
  ['note', '', 'message admonition callout panel box tab include'],
  ['note', '問題（ここでは答えられません）', 'quiz'],
  ['note', '要約', 'abstract summary tldr'],
  ['note', '例', 'example'],
  ['note', '引用', 'quote cite'],
  ['note', '質問', 'question help faq'],
  ['note', 'やること', 'todo'],
  ['note', '関連', 'seealso'],
  ['tip', 'ヒント', 'tip hint'],
  ['tip', '確認', 'success check done'],
  ['warning', '重要', 'important'],
  ['warning', '注意', 'warning warn attention alert'],
  ['danger', '警告', 'caution danger error failure fail missing bug'],
  ['details', '詳細', 'details detail spoiler collapse toggle'],
];

const kinds = new Map(
  table.flatMap(([kind, title, names]) => names.split(' ').map((name): [string, Callout] => [name, { kind, title }])),
);

/** Returns the kind of a callout by its name, ignoring upper and lower case; undefined for an unknown name. */
export function calloutOf(name: string): Callout | undefined {
  return kinds.get(name.toLowerCase());
}

declare module 'mdast' {
  interface Data {
    /** Set when the blockquote is a callout. */
    callout?: Callout;
    /** True on the first paragraph of a callout, which is its title. */
    isTitle?: true;
  }
}

/** Groups: the kind, docsify's or Obsidian's settings, and the sign that folds the callout. */
const mark = /^\[!([a-z][\w-]*)(?:\|([^\]\n]{0,200}))?\]([+-]?)[ \t]*/i;

/** Splits a paragraph after its first line. */
function splitLine(nodes: readonly PhrasingContent[]): [first: PhrasingContent[], rest: PhrasingContent[]] {
  const at = nodes.findIndex((node) => node.type === 'break' || (node.type === 'text' && node.value.includes('\n')));
  const node = nodes[at];
  if (!node) return [[...nodes], []];
  const [first = '', ...others] = node.type === 'text' ? node.value.split('\n') : [];
  const part = (value: string): PhrasingContent[] => (value === '' ? [] : [{ type: 'text', value }]);
  return [
    [...nodes.slice(0, at), ...part(first.trimEnd())],
    [...part(others.join('\n')), ...nodes.slice(at + 1)],
  ];
}

/** Rewrites GitHub's earlier form of callouts, `> **Note**` alone on the first line. */
function withMark(nodes: readonly PhrasingContent[]): readonly PhrasingContent[] {
  const [first, second, ...others] = nodes;
  const [words] = first?.type === 'strong' ? first.children : [];
  const isLine = second?.type === 'break' || (second?.type === 'text' && second.value.startsWith('\n'));
  const isMark = words?.type === 'text' && /^(?:Note|Tip|Important|Warning|Caution)$/.test(words.value) && isLine;
  return isMark ? [{ type: 'text', value: `[!${words.value}]` }, second, ...others] : nodes;
}

function readCallout(quote: Blockquote): RootContent {
  const [first, ...others] = quote.children;
  if (first?.type !== 'paragraph' && first?.type !== 'heading') return quote;
  const [words, ...siblings] = withMark(first.children);
  const [found, name = '', settings = '', fold] = (words?.type === 'text' && mark.exec(words.value)) || [];
  if (words?.type !== 'text' || found === undefined) return quote;
  // A kind of the author's own, as in Obsidian, is a box with the author's title.
  const callout = calloutOf(name) ?? { kind: 'note', title: name };
  const [, label = ''] = /(?:^|\|)label:([^|]*)/.exec(settings) ?? [];
  const [title, rest] = splitLine([{ ...words, value: label + words.value.slice(found.length) }, ...siblings]);
  const isInclude = /^include$/i.test(name);
  const isTitled = !isInclude && title.some((node) => node.type !== 'text' || node.value.trim() !== '');
  return {
    ...quote,
    children: [
      ...(isTitled ? [{ type: 'paragraph' as const, children: title, data: { isTitle: true as const } }] : []),
      ...(isInclude ? [{ type: 'paragraph' as const, children: title }] : []),
      ...(rest.length > 0 ? [{ type: 'paragraph' as const, children: rest, position: first.position }] : []),
      ...others,
    ],
    data: { ...quote.data, callout: fold === '-' ? { ...callout, kind: 'details' } : callout },
  };
}

/** Marks the blockquotes of a tree that are callouts. */
export function readCallouts(tree: Root): void {
  rewriteTree(tree, (siblings) => siblings.map((node) => (node.type === 'blockquote' ? readCallout(node) : node)));
}
