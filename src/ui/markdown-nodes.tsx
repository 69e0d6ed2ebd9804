/** What each kind of node of a text is shown as. */
import type { Emphasis, Heading, Link, LinkReference, Nodes, Paragraph, Root } from 'mdast';
import type {} from 'mdast-util-math';
import { normalizeUri } from 'micromark-util-sanitize-uri';
import type { ReactNode } from 'react';

import { CodeBlock } from './CodeBlock';
import { showList } from './markdown-lists';
import { showCall, showNotes } from './markdown-notes';
import { type MarkdownPage, showAll } from './markdown-page';
import { showTable } from './markdown-tables';
import { MarkdownLink } from './MarkdownLink';
import { MarkdownPicture } from './MarkdownPicture';
import { MathFormula } from './MathFormula';

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/** `#見出し` leads to that heading: authors need not know the prefix of its id. */
function addressOf(url: string, { headingIds }: MarkdownPage): string {
  const address = normalizeUri(url);
  if (!address.startsWith('#')) return address;
  const id = `h-${decode(address.slice(1)).toLowerCase()}`;
  return headingIds.has(id) ? `#${id}` : address;
}

function showLink(node: Link | LinkReference, page: MarkdownPage): ReactNode {
  const target = node.type === 'link' ? node : page.definitions.get(node.identifier);
  const words = showAll(node.children, page);
  if (!target) return words;
  return (
    <MarkdownLink href={addressOf(target.url, page)} title={target.title ?? undefined}>
      {words}
    </MarkdownLink>
  );
}

function showEmphasis({ children, data }: Emphasis, page: MarkdownPage): ReactNode {
  const Tag = data?.tagName ?? 'em';
  const words = showAll(children, page);
  if (data?.reading === undefined) return <Tag>{words}</Tag>;
  return (
    <ruby>
      {words}
      {/* The brackets are for browsers and readers that know no ruby. */}
      <rp>（</rp>
      <rt>{data.reading}</rt>
      <rp>）</rp>
    </ruby>
  );
}

function showHeading({ depth, data, children }: Heading, page: MarkdownPage): ReactNode {
  const Tag = `h${depth}` as const;
  return <Tag id={data?.id}>{showAll(children, page)}</Tag>;
}

function showParagraph({ children, data }: Paragraph, page: MarkdownPage): ReactNode {
  const content = showAll(children, page);
  return data?.isBlock ? <div>{content}</div> : <p>{content}</p>;
}

/** Kinds without an entry are none of a text's own: definitions and footnotes are shown where they are called. */
const shown: { [Type in Nodes['type']]?: (node: Extract<Nodes, { type: Type }>, page: MarkdownPage) => ReactNode } = {
  text: ({ value }) => value,
  break: () => <br />,
  thematicBreak: () => <hr />,
  inlineCode: ({ value }) => <code>{value.replace(/\r?\n|\r/g, ' ')}</code>,
  inlineMath: ({ value }) => <MathFormula tex={value} />,
  math: ({ value }) => <MathFormula tex={value} isDisplay />,
  code: ({ value, lang }) => <CodeBlock code={value} languageName={lang ?? ''} />,
  image: ({ url, alt }) => <MarkdownPicture address={normalizeUri(url)} alt={alt ?? ''} />,
  imageReference: ({ identifier, alt }, { definitions }) => (
    <MarkdownPicture address={normalizeUri(definitions.get(identifier)?.url ?? '')} alt={alt ?? ''} />
  ),
  link: showLink,
  linkReference: showLink,
  footnoteReference: showCall,
  strong: ({ children }, page) => <strong>{showAll(children, page)}</strong>,
  delete: ({ children }, page) => <del>{showAll(children, page)}</del>,
  emphasis: showEmphasis,
  heading: showHeading,
  paragraph: showParagraph,
  blockquote: ({ children }, page) => <blockquote>{showAll(children, page)}</blockquote>,
  list: showList,
  table: showTable,
};

/** The elements of a parsed text, footnotes at its end. */
export function showPage({ children }: Root, known: Omit<MarkdownPage, 'nextTable' | 'show'>): ReactNode {
  let tables = 0;
  const page: MarkdownPage = {
    ...known,
    nextTable: () => (tables += 1),
    // The entry of a node's own type takes that node; the types cannot follow that.
    show: (node) => (shown[node.type] as ((node: Nodes, page: MarkdownPage) => ReactNode) | undefined)?.(node, page),
  };
  return (
    <>
      {showAll(children, page)}
      {showNotes(page)}
    </>
  );
}
