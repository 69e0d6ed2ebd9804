/** Writes a syntax tree as markdown with as few escapes and marks as the app's own parser needs. */
import type { Parents, PhrasingContent, Root } from 'mdast';
import { gfmTableToMarkdown } from 'mdast-util-gfm-table';
import { gfmTaskListItemToMarkdown } from 'mdast-util-gfm-task-list-item';
import { type Handle, type State, toMarkdown } from 'mdast-util-to-markdown';

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
function mark(sign: string): Handle {
  return (node: Parents, _, state, info) => {
    const inner = state.containerPhrasing(node as never, { ...info, before: sign, after: sign });
    return `${sign}${inner}${sign}`;
  };
}

/** An emphasis mark cannot open before a space: spaces at the ends of marked words are moved outside. */
export function trimMarks(nodes: readonly PhrasingContent[]): PhrasingContent[] {
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

export function writeMarkdown(tree: Root): string {
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
