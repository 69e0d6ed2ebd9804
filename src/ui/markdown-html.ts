/** The few HTML tags that lessons may use, made into nodes; all other HTML is shown as the text it is. */
import type { PhrasingContent, Root, RootContent } from 'mdast';
import { rewriteTree } from './markdown-tree';

/** Tags without attributes only: there is nothing in them that could do harm. */
const tag = /^<(\/?)(kbd|sub|sup|mark|u)>$/i;
const lineBreak = /^<br\s*\/?>$/i;
const comment = /^<!--[^]*-->$/;

/** What shows itself as `name` around its children; emphasis is the plainest node that has children. */
function wrap(name: string, children: PhrasingContent[]): PhrasingContent {
  return { type: 'emphasis', children, data: { hName: name } };
}

function asContent(node: RootContent): RootContent[] {
  if (node.type !== 'html') return [node];
  if (comment.test(node.value)) return [];
  if (lineBreak.test(node.value)) return [{ type: 'break' }];
  return [{ type: 'text', value: node.value }];
}

/** Pairs opening with closing tags among siblings; a tag without a partner stays text. */
function pairTags(siblings: RootContent[]): RootContent[] {
  const done: RootContent[] = [];
  for (const node of siblings) {
    const [, slash, name] = (node.type === 'html' && tag.exec(node.value.trim())) || [];
    const isSame = (other: RootContent) => other.type === 'html' && other.value.toLowerCase() === `<${name}>`;
    const start = slash === '/' ? done.findLastIndex(isSame) : -1;
    if (name === undefined || start === -1) done.push(node);
    else done.push(wrap(name, done.splice(start).slice(1).flatMap(asContent) as PhrasingContent[]));
  }
  return done.flatMap(asContent);
}

/** A remark plugin. */
export function remarkHtml() {
  return (tree: Root): void => {
    rewriteTree(tree, (node, parent) => {
      const isBlock = parent.type !== 'paragraph' && node.type === 'html';
      if (isBlock && !('data' in parent && parent.type === 'emphasis')) return undefined;
      return undefined;
    });
  };
}
