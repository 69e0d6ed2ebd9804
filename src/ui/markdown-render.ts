/** From markdown to React elements, never by way of markup strings. */
import type { ReactElement } from 'react';
import parseMarkdown, { type Options } from 'react-markdown';

import { remarkFurigana } from './furigana';
import { isTooComplex } from './markdown-guard';
import { remarkHtml } from './markdown-html';
import { remarkLimits } from './markdown-limits';
import { readHeadings } from './markdown-outline';
import { rehypePage } from './markdown-page';
import { remarkStructure } from './markdown-structure';
import { remarkSyntax } from './markdown-syntax';
import { remarkText } from './markdown-text';
import { markdownElements } from './MarkdownElements';

export interface RenderOptions {
  isFuriganaShown: boolean;
  /** Headings get the ids of the outline. */
  hasHeadingIds: boolean;
  /** Unique on the screen. */
  idPrefix: string;
}

function footnoteOptions(idPrefix: string, tagName: string): Options['remarkRehypeOptions'] {
  const backLabel = (_: number, again: number) => (again > 1 ? `本文へ戻る（${again}）` : '本文へ戻る');
  return {
    clobberPrefix: idPrefix,
    footnoteLabel: '脚注',
    footnoteLabelTagName: tagName,
    footnoteLabelProperties: {},
    footnoteBackLabel: backLabel,
    footnoteBackContent: backLabel,
  };
}

/** Builds the elements of a text; `undefined` when it is too long, too deep or too tangled for that. */
export function renderMarkdown(text: string, options: RenderOptions): ReactElement | undefined {
  if (isTooComplex(text)) return undefined;
  const { hasHeadingIds, idPrefix } = options;
  const headings = readHeadings(text);
  const ids = [...headings.byLine.values()].flatMap(({ id }) => id ?? []);
  try {
    return parseMarkdown({
      children: text,
      components: markdownElements,
      remarkPlugins: [
        remarkSyntax,
        remarkLimits,
        remarkHtml,
        remarkText,
        [remarkFurigana, { isShown: options.isFuriganaShown }],
        [remarkStructure, { headings, hasIds: hasHeadingIds }],
      ],
      rehypePlugins: [[rehypePage, { idPrefix, headingIds: new Set(hasHeadingIds ? ids : []) }]],
      remarkRehypeOptions: footnoteOptions(idPrefix, hasHeadingIds ? 'h2' : 'p'),
      // Addresses are judged by the elements that show them.
      urlTransform: (url) => url,
    });
  } catch (error) {
    // Our own limits, or the stack's; what else may go wrong is the boundary's to catch and to report.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
