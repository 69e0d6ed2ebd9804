/** Parses a fence's info string beyond the language: file name and marked lines. */
import type { Code, Root } from 'mdast';
import type { Math } from 'mdast-util-math';
import type { ReactNode } from 'react';

import { rewriteTree } from '@/ui/markdown/rewrite/rewrite-tree';

import classes from './extras.module.css';

declare module 'mdast' {
  interface CodeData {
    language?: string;
    /** The name of the file. */
    title?: string;
    marks?: ReactNode;
  }
}

const title = /(?:title|file|filename|name)=(?:"([^"]*)"|'([^']*)'|(\S+))/i;
const path = /(?:^|\s)\[?((?:[\w.@-]+\/)*[\w.@-]*\.\w{1,10})\]?(?=\s|$)/;
const ranges = /\{([\d,\s-]{1,200})\}/;
/** The highest line number that can be marked. */
const MAX_MARKED_LINE = 1000;

function Marks({ lines, of }: { lines: string; of: number }) {
  const bars = lines.split(',').flatMap((range, index) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    const last = Math.min(to, of, MAX_MARKED_LINE);
    const style = { top: `${(from - 1) * 1.75}em`, height: `${(last - from + 1) * 1.75}em` };
    return from >= 1 && from <= last ? [<span key={index} className={classes.mark} style={style} />] : [];
  });
  return (
    <span aria-hidden className={`${classes.marks} no-print`}>
      {bars}
    </span>
  );
}

/** Matches the language at the start of `{.python title="x"}` and `{python}`. */
const braced = /^\{\s*\.?([\w+#-]+)/;

function readInfo(code: Code): Code | Math {
  const { lang, meta, value, position } = code;
  const [, inBraces] = braced.exec(`${lang ?? ''} ${meta ?? ''}`) ?? [];
  if ((inBraces ?? lang) === 'math') return { type: 'math', value, position };
  const [language = '', colonTitle] = (lang ?? '').split(/:(.*)/s);
  const info = `${lang ?? ''} ${meta ?? ''}`;
  const named = title.exec(info);
  const [, lines] = ranges.exec(info) ?? [];
  return {
    ...code,
    data: {
      ...code.data,
      language: inBraces ?? /^[\w+#-]*/.exec(language)?.[0] ?? '',
      title: named?.[1] ?? named?.[2] ?? named?.[3] ?? (colonTitle || path.exec(meta ?? '')?.[1]),
      marks: lines !== undefined && <Marks lines={lines} of={value.split('\n').length} />,
    },
  };
}

/** Reads the info strings of all fences of a text. */
export function readCodeInfo(tree: Root): void {
  rewriteTree(tree, (siblings) => siblings.map((node) => (node.type === 'code' ? readInfo(node) : node)));
}
