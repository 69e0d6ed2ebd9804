/** Checks that reading markdown brings no code that writes it. */
import { join } from 'node:path';

import { markdownWriters } from '@server/tooling/bundling/markdown-writers';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../../..');

/** Builds modules with the plugin; returns the ids of the modules whose code is in the result. */
async function moduleIds(...paths: string[]): Promise<string[]> {
  const input = Object.fromEntries(paths.map((path, index) => [String(index), join(root, path)]));
  const result = (await build({
    root,
    configFile: false,
    logLevel: 'silent',
    resolve: { tsconfigPaths: true },
    plugins: [markdownWriters()],
    build: { write: false, minify: false, rolldownOptions: { input, preserveEntrySignatures: 'strict' } },
  })) as Rolldown.RolldownOutput;
  const chunks = result.output.filter((file) => file.type === 'chunk' && file.name === '0') as Rolldown.OutputChunk[];
  return chunks.flatMap((chunk) => chunk.moduleIds);
}

const parser = 'src/ui/markdown/parse/parse-markdown.ts';
const paste = 'src/ui/markdown-tools/paste/html-to-markdown.ts';
const writers = /\/mdast-util-to-markdown\/|\/markdown-table\//;

test('the parser reads tables without code that writes them, also beside the paste of rich text', async () => {
  const ids = await moduleIds(parser, paste);
  expect(ids.filter((id) => id.includes('mdast-util-gfm-table'))).not.toEqual([]);
  expect(ids.filter((id) => writers.test(id))).toEqual([]);
});

test('the paste of rich text has the code that writes tables and task lists', async () => {
  const ids = await moduleIds(paste);
  expect(ids.filter((id) => writers.test(id))).not.toEqual([]);
  expect(ids.filter((id) => id.endsWith('mdast-util-gfm-table/lib/index.js?writes'))).toHaveLength(1);
});
