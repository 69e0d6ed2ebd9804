/** The few HTML tags that lessons may use, made into nodes; all other HTML is shown as the text it is. */
import type { Parents, PhrasingContent, Root, RootContent } from 'mdast';

import { type PhraseTag, rewriteTree } from './markdown-tree';

/** Tags without attributes only: there is nothing in them that could do harm. */
const tag = /^<(\/?)(kbd|sub|sup|mark|u)>$/;
const lineBreak = /^<br\s*\/?>$/;
const comment = /^<!--[^]*-->$/;

function asPhrase(node: RootContent): RootContent[] {
  if (node.type !== 'html') return [node];
  if (comment.test(node.value)) return [];
  return [lineBreak.test(node.value) ? { type: 'break' } : { type: 'text', value: node.value }];
}

function asBlock(node: RootContent): RootContent[] {
  if (node.type !== 'html') return [node];
  if (comment.test(node.value) || lineBreak.test(node.value)) return [];
  return [{ type: 'paragraph', children: [{ type: 'text', value: node.value }] }];
}

/** Shows itself as `tagName` around its children; emphasis is the plainest node that has children. */
function wrap(tagName: PhraseTag, children: RootContent[]): RootContent {
  return { type: 'emphasis', children: children as PhrasingContent[], data: { tagName } };
}

/** Pairs opening with closing tags among siblings; a tag without a partner stays text. */
function pairTags(siblings: RootContent[]): RootContent[] {
  const done: RootContent[] = [];
  for (const node of siblings) {
    const [, slash, tagName] = (node.type === 'html' && tag.exec(node.value)) || [];
    const isOpening = (other: RootContent) => other.type === 'html' && other.value === `<${tagName}>`;
    const start = slash === '/' ? done.findLastIndex(isOpening) : -1;
    if (tagName === undefined || start === -1) done.push(node);
    else done.push(wrap(tagName as PhraseTag, done.splice(start).slice(1).flatMap(asPhrase)));
  }
  return done.flatMap(asPhrase);
}

function holdsBlocks({ type }: Parents): boolean {
  return type === 'root' || type === 'blockquote' || type === 'listItem' || type === 'footnoteDefinition';
}

/** Leaves no HTML in a tree. */
export function replaceHtml(tree: Root): void {
  rewriteTree(tree, (siblings, parent) => {
    if (!siblings.some(({ type }) => type === 'html')) return siblings;
    return holdsBlocks(parent) ? siblings.flatMap(asBlock) : pairTags(siblings);
  });
}
