/** Lists, with task items as labelled checkboxes. */
import type { List, ListItem, Nodes, Paragraph, PhrasingContent } from 'mdast';
import type { ReactNode } from 'react';

import { type MarkdownPage, showAll } from './page-state';

function isImage({ type }: Nodes): boolean {
  return type === 'image' || type === 'imageReference';
}

/** Renders a task's checkbox, with the text up to the first image as its label. */
function showTask(words: readonly PhrasingContent[], isDone: boolean, page: MarkdownPage): ReactNode {
  const end = words.findIndex(isImage);
  const labelled = end === -1 ? words : words.slice(0, end);
  return (
    <>
      <label>
        <input type="checkbox" checked={isDone} disabled readOnly />
        <span>{showAll(labelled, page)}</span>
      </label>
      {showAll(words.slice(labelled.length), page)}
    </>
  );
}

/** In a tight list (without blank lines) the text is directly in the item, without <p>. */
function showParagraph(node: Paragraph, isLoose: boolean, content: ReactNode): ReactNode {
  if (node.data?.isBlock) return <div>{content}</div>;
  return isLoose ? <p>{content}</p> : content;
}

function showItem(item: ListItem, isLoose: boolean, page: MarkdownPage): ReactNode {
  const isTask = typeof item.checked === 'boolean';
  const show = (node: Nodes): ReactNode => {
    if (node.type !== 'paragraph') return page.show(node);
    const words = node.children;
    const isOfTask = isTask && node === item.children[0];
    return showParagraph(node, isLoose, isOfTask ? showTask(words, item.checked === true, page) : showAll(words, page));
  };
  return <li className={isTask ? 'task-list-item' : undefined}>{showAll(item.children, { ...page, show })}</li>;
}

/** Returns whether a list is loose: a blank line separates its items or their parts. */
export function showItems(list: List, page: MarkdownPage): ReactNode {
  const isLoose = list.spread === true || list.children.some((item) => item.spread ?? item.children.length > 1);
  return showAll(list.children, {
    ...page,
    show: (item) => (item.type === 'listItem' ? showItem(item, isLoose, page) : page.show(item)),
  });
}

export function frameList({ ordered, start, children }: List): (items: ReactNode) => ReactNode {
  const hasTasks = children.some(({ checked }) => typeof checked === 'boolean');
  const Tag = ordered ? 'ol' : 'ul';
  return (items) => (
    <Tag start={start ?? undefined} className={hasTasks ? 'contains-task-list' : undefined}>
      {items}
    </Tag>
  );
}

export function showList(list: List, page: MarkdownPage): ReactNode {
  return frameList(list)(showItems(list, page));
}
