/**
 * Splits the packages that both read and write markdown: every lesson reads tables and task lists, and only what is
 * pasted into an editor is written. Unsplit, the writers (10 kB with gzip) would load with every lesson.
 */
import type { Plugin } from 'vite';

const PACKAGE = /^mdast-util-gfm-(?:table|task-list-item)$/;
const MODULE = /\/mdast-util-gfm-(?:table|task-list-item)\/lib\/index\.js$/;
const WRITERS = new Set(['mdast-util-to-markdown', 'markdown-table']);
/** The module that writes; it gets copies of the packages, which keep their writers. */
const WRITING_MODULE = '/html-to-markdown.ts';
const COPY = '?writes';
const NO_WRITERS = '\0no-markdown-writers';

export function markdownWriters(): Plugin {
  return {
    name: 'markdown-writers',
    apply: 'build',
    enforce: 'pre',
    async resolveId(source, importer = '') {
      if (MODULE.test(importer) && WRITERS.has(source)) return NO_WRITERS;
      const isCopied = importer.endsWith(COPY) && source.startsWith('.');
      if (!isCopied && !(importer.endsWith(WRITING_MODULE) && PACKAGE.test(source))) return undefined;
      const found = await this.resolve(source, importer.replace(COPY, ''), { skipSelf: true });
      return found && `${found.id}${COPY}`;
    },
    load: (id) =>
      id === NO_WRITERS ? 'export const defaultHandlers = undefined, markdownTable = undefined;' : undefined,
  };
}
