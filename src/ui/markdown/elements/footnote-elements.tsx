/** Footnotes: the references, and at the end the notes with back links. */
import type { FootnoteDefinition, FootnoteReference, Nodes } from 'mdast';
import { normalizeUri } from 'micromark-util-sanitize-uri';
import { createElement, Fragment, type ReactNode } from 'react';

import { MAX_WAYS_BACK, NOTES_AT_ONCE } from '@/ui/markdown/markdown-limits';
import type { Footnote } from '@/ui/markdown/rewrite/footnotes';

import { type MarkdownPage, showAll } from './page-state';

function noteId({ identifier }: Footnote, { idPrefix }: MarkdownPage): string {
  return `${idPrefix}fn-${normalizeUri(identifier.toLowerCase())}`;
}

function callId(footnote: Footnote, turn: number, page: MarkdownPage): string {
  return `${noteId(footnote, page).replace(/fn-/, 'fnref-')}${turn > 1 ? `-${turn}` : ''}`;
}

export function showCall(reference: FootnoteReference, page: MarkdownPage): ReactNode {
  const call = page.footnotes.calls.get(reference);
  if (!call) return null;
  const { footnote, turn } = call;
  return (
    <sup>
      <a
        href={`#${noteId(footnote, page)}`}
        id={callId(footnote, turn, page)}
        data-footnote-ref=""
        aria-describedby={`${page.idPrefix}footnote-label`}
      >
        {footnote.number}
      </a>
    </sup>
  );
}

function WaysBack({ footnote, page }: { footnote: Footnote; page: MarkdownPage }) {
  return Array.from({ length: Math.min(MAX_WAYS_BACK, footnote.calls) }, (_, index) => (
    <a
      key={index}
      href={`#${callId(footnote, index + 1, page)}`}
      className="data-footnote-backref"
      data-footnote-backref=""
    >
      {index === 0 ? '本文へ戻る' : `本文へ戻る（${index + 1}）`}
    </a>
  ));
}

/** Puts the back links into the note's last paragraph. */
function showNote(footnote: Footnote, definition: FootnoteDefinition, page: MarkdownPage): ReactNode {
  const waysBack = <WaysBack footnote={footnote} page={page} />;
  const nodes: readonly Nodes[] = definition.children;
  const last = nodes.at(-1);
  const isInLast = last?.type === 'paragraph' && !last.data?.isBlock;
  return (
    <li id={noteId(footnote, page)}>
      {showAll(isInLast ? nodes.slice(0, -1) : nodes, page)}
      {isInLast ? (
        <p>
          {showAll(last.children, page)} {waysBack}
        </p>
      ) : (
        waysBack
      )}
    </li>
  );
}

/** Generates the section of footnotes, which grows with each part; it renders nothing without footnotes. */
export function* growNotes(page: MarkdownPage): Generator<{ notes: ReactNode; isLast: boolean }, void> {
  const list = page.footnotes.list();
  const Label = page.footnotesTag;
  // The same React elements are reused each time, so that React skips them.
  const shown: ReactNode[] = [];
  for (let isLast = false; !isLast;) {
    const from = shown.length * NOTES_AT_ONCE;
    const next = list.slice(from, from + NOTES_AT_ONCE);
    isLast = from + NOTES_AT_ONCE >= list.length;
    shown.push(
      createElement(Fragment, null, ...next.map(({ footnote, definition }) => showNote(footnote, definition, page))),
    );
    const notes = list.length > 0 && (
      <section data-footnotes="" className="footnotes">
        <Label id={`${page.idPrefix}footnote-label`}>脚注</Label>
        {createElement('ol', null, ...shown)}
      </section>
    );
    yield { notes, isLast };
  }
}
