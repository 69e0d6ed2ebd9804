/** What the elements of a text are shown as. */
import { type ComponentProps, type ComponentType, createContext, useContext } from 'react';
import type { Components, ExtraProps } from 'react-markdown';

import { CodeBlock } from './CodeBlock';
import { readImage } from './markdown-links';
import { MarkdownLink } from './MarkdownLink';
import { MathFormula } from './MathFormula';

import classes from './markdown-blocks.module.css';

export interface MarkdownImageProps {
  /** "content:ID", or an absolute or relative address. */
  source: string;
  alt: string;
  /** In pixels, when the text tells them. */
  width?: number;
  height?: number;
}

/** Who shows images: the feature knows where content lies. */
export const MarkdownImageContext = createContext<ComponentType<MarkdownImageProps> | undefined>(undefined);

type ElementProps<Tag extends 'code' | 'img' | 'pre' | 'table'> = ComponentProps<Tag> & ExtraProps;

function Picture({ src, alt = '' }: ElementProps<'img'>) {
  const Image = useContext(MarkdownImageContext);
  const address = typeof src === 'string' ? readImage(src) : undefined;
  return address && Image ? <Image {...address} alt={alt} /> : <span>{alt}</span>;
}

function Table({ node: _node, 'aria-label': label, ...rest }: ElementProps<'table'>) {
  return (
    // Wide tables scroll sideways, which the keyboard must be able to do as well.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes.table} role="region" aria-label={label} tabIndex={0}>
      <table {...rest} />
    </div>
  );
}

function InlineCode({ className = '', children }: ElementProps<'code'>) {
  const isMath = className.includes('math-inline') && typeof children === 'string';
  return isMath ? <MathFormula tex={children} /> : <code>{children}</code>;
}

function Block({ node }: ElementProps<'pre'>) {
  const [code] = node?.children ?? [];
  if (code?.type !== 'element') return null;
  const [text] = code.children;
  const source = text?.type === 'text' ? text.value.replace(/\n$/, '') : '';
  const names = [code.properties.className ?? []].flat().map(String);
  const languageName = names.find((name) => name.startsWith('language-'))?.slice('language-'.length) ?? '';
  return languageName === 'math' ? (
    <MathFormula tex={source} isDisplay />
  ) : (
    <CodeBlock code={source} languageName={languageName} />
  );
}

export const markdownElements: Components = {
  a: MarkdownLink,
  code: InlineCode,
  img: Picture,
  pre: Block,
  table: Table,
};
