/** Maps each type of markdown node to its React elements. */
import type { Code, Emphasis, Heading, Image, ImageReference, Link, LinkReference, Nodes, Paragraph } from 'mdast';
import type { InlineMath, Math } from 'mdast-util-math';
import { normalizeUri } from 'micromark-util-sanitize-uri';
import { createElement, type ReactNode } from 'react';

import { decodeName, slugOf } from '@/ui/markdown/cut/outline';
import { readYen } from '@/ui/markdown/formulas/formula-signs';
import { isChemical } from '@/ui/markdown/formulas/math-ahead';
import { MathFormula } from '@/ui/markdown/formulas/MathFormula';
import { MAX_COLOURED, MAX_TEXT_COLOURED } from '@/ui/markdown/markdown-limits';
import { wordsOf } from '@/ui/markdown/rewrite/rewrite-tree';

import { CodeBlock } from './CodeBlock';
import { showCall } from './footnote-elements';
import { showList } from './list-elements';
import { MarkdownLink } from './MarkdownLink';
import { MarkdownPicture } from './MarkdownPicture';
import { type MarkdownPage, showAll } from './page-state';
import { showTable } from './table-elements';

/** Returns the letters and digits of a heading's id: other tools leave out punctuation, or write it as hyphens. */
function lettersOf(id: string): string {
  return slugOf(id).replaceAll('-', '');
}

/** Creates the function that resolves `#見出し` to a heading, whatever the prefix and the punctuation of its id are. */
function createAddressOf(headingIds: ReadonlySet<string>): (url: string) => string {
  let byLetters: Map<string, string> | undefined;
  return (url) => {
    const address = normalizeUri(url);
    if (!address.startsWith('#')) return address;
    const name = decodeName(address.slice(1)).toLowerCase();
    const known = [`h-${name}`, `h-${slugOf(name)}`].find((id) => headingIds.has(id));
    // If several headings have the same name, the first one counts.
    byLetters ??= known === undefined ? new Map([...headingIds].reverse().map((id) => [lettersOf(id), id])) : undefined;
    const id = known ?? byLetters?.get(lettersOf(`h-${name}`));
    return id === undefined ? address : `#${id}`;
  };
}

function showLink(node: Link | LinkReference, page: MarkdownPage): ReactNode {
  const target = node.type === 'link' ? node : page.definitions.get(node.identifier);
  const shownWords = showAll(node.children, page);
  if (!target) return shownWords;
  const [address, words] = [page.addressOf(target.url), wordsOf(node)];
  page.onLink?.(address, words);
  return (
    <MarkdownLink href={address} words={words} title={target.title ?? undefined}>
      {shownWords}
    </MarkdownLink>
  );
}

function showPicture(node: Image | ImageReference, page: MarkdownPage): ReactNode {
  const url = node.type === 'image' ? node.url : (page.definitions.get(node.identifier)?.url ?? '');
  const [address, alt] = [normalizeUri(url), node.alt ?? ''];
  page.onPicture?.(address, alt);
  return <MarkdownPicture address={address} alt={alt} spoken={node.data?.spoken} />;
}

function showEmphasis({ children, data }: Emphasis, page: MarkdownPage): ReactNode {
  const words = showAll(children, page);
  if (data?.reading === undefined) return <em>{words}</em>;
  return (
    <ruby>
      {words}
      {/* The parentheses are for browsers and readers without ruby support. */}
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

function showMath({ type, value, position }: InlineMath | Math, { met, onFormula }: MarkdownPage): ReactNode {
  const line = met.line + (position?.start.line ?? 1);
  const before = met.formula;
  const hasChemistry = before?.hasChemistry === true || isChemical(value);
  met.formula = { tex: readYen(value), isDisplay: type === 'math', hasChemistry, before, line };
  onFormula?.(met.formula);
  return <MathFormula place={met.formula} />;
}

function showCode({ value, lang, data }: Code, { met }: MarkdownPage): ReactNode {
  const { length } = value;
  const isColoured = length <= MAX_COLOURED && met.colouredCode + length <= MAX_TEXT_COLOURED;
  if (isColoured) met.colouredCode += length;
  const language = data?.language ?? lang ?? '';
  return (
    <CodeBlock code={value} language={isColoured ? language : ''} name={data?.title ?? language} marks={data?.marks} />
  );
}

/**
 * Node types without an entry render nothing here: definitions and footnotes are rendered where they are referenced.
 */
const shown: { [Type in Nodes['type']]?: (node: Extract<Nodes, { type: Type }>, page: MarkdownPage) => ReactNode } = {
  text: ({ value }) => value,
  break: () => <br />,
  thematicBreak: () => <hr />,
  inlineCode: ({ value }) => <code translate="no">{value.replace(/\r?\n|\r/g, ' ')}</code>,
  inlineMath: showMath,
  math: showMath,
  code: showCode,
  image: showPicture,
  imageReference: showPicture,
  link: showLink,
  linkReference: showLink,
  footnoteReference: showCall,
  strong: ({ children, data }, page) => createElement(data?.tag ?? 'strong', null, showAll(children, page)),
  emphasis: showEmphasis,
  heading: showHeading,
  paragraph: showParagraph,
  blockquote: (node, page) =>
    node.data?.callout ? page.extras?.showCallout(node, page) : <blockquote>{showAll(node.children, page)}</blockquote>,
  element: (node, page) => page.extras?.showElement(node, page),
  html: ({ value }) => value,
  list: showList,
  table: showTable,
};

/** Creates the shared state of the elements of one text. */
export function createPage(known: Omit<MarkdownPage, 'addressOf' | 'met' | 'show'>): MarkdownPage {
  const page: MarkdownPage = {
    ...known,
    addressOf: createAddressOf(known.headingIds),
    met: { line: 0, tables: 0, colouredCode: 0 },
    // Each entry takes nodes of its own type, which TypeScript cannot express here.
    show: (node) => (shown[node.type] as ((node: Nodes, page: MarkdownPage) => ReactNode) | undefined)?.(node, page),
  };
  return page;
}
