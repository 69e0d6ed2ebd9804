/** Renders HTML elements and callouts. */
import type { Blockquote } from 'mdast';
import { createElement, type ReactNode } from 'react';

import { MarkdownLink } from '@/ui/markdown/elements/MarkdownLink';
import { type MarkdownPage, showAll } from '@/ui/markdown/elements/page-state';
import { wordsOf } from '@/ui/markdown/rewrite/rewrite-tree';

import type { ElementNode } from './allowed-html';

import classes from './extras.module.css';

/** Elements that are shown as another one. */
const shownAs: Readonly<Record<string, string>> = { s: 'del', strike: 'del', tt: 'code' };
/** Elements that are shown as they are; of all others only the contents. */
const kept = new Set(
  (
    'sup sub kbd mark small b strong i em u code del ins ruby rt rp q ' + 'details summary dl dt dd figure figcaption'
  ).split(' '),
);
/** Elements that a page translator must leave unchanged. */
const untranslated = new Set(['code', 'kbd']);

/** Unwraps a single paragraph. */
function showInside({ children }: ElementNode, page: MarkdownPage): ReactNode {
  const [only, second] = children;
  const isWords = only?.type === 'paragraph' && !second && !only.data?.isBlock;
  return showAll(isWords ? only.children : children, page);
}

/** An anchor for links. */
function placeOf({ attributes: { id = '' } }: ElementNode, { headingIds }: MarkdownPage): ReactNode {
  const name = `h-${id.toLowerCase()}`;
  return headingIds.has(name) ? <span id={name} /> : null;
}

export function showElement(node: ElementNode, page: MarkdownPage): ReactNode {
  const { attributes } = node;
  const tagName = shownAs[node.tagName] ?? node.tagName;
  const place = placeOf(node, page);
  if (tagName === 'a' && attributes.href !== undefined) {
    return (
      <MarkdownLink href={page.addressOf(attributes.href)} words={wordsOf(node)} title={attributes.title}>
        {showAll(node.children, page)}
      </MarkdownLink>
    );
  }
  if (!kept.has(tagName)) {
    return (
      <>
        {place}
        {showAll(node.children, page)}
      </>
    );
  }
  const className = tagName === 'details' || tagName === 'figcaption' ? classes[tagName] : undefined;
  const translate = untranslated.has(tagName) ? 'no' : undefined;
  return createElement(tagName, { className, translate }, place, showInside(node, page));
}

/** A callout, whose title says in words what its colour means. */
export function showCallout({ children, data }: Blockquote, page: MarkdownPage): ReactNode {
  const { kind, title: given } = data?.callout ?? { kind: 'note', title: '' };
  const [first, ...others] = children;
  const named = first?.type === 'paragraph' && first.data?.isTitle ? first : undefined;
  const title = named ? showAll(named.children, page) : given;
  const content = showAll(named ? others : children, page);
  if (kind === 'details') {
    return (
      <details className={classes.details}>
        <summary>{title || '詳細'}</summary>
        {content}
      </details>
    );
  }
  return (
    <div role="note" className={classes.callout} data-kind={kind}>
      {title !== '' && <p className={classes.title}>{title}</p>}
      {content}
    </div>
  );
}
