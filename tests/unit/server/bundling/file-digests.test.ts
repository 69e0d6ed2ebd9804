/** Checks the digests in the worker's precache list. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { digestFiles } from '@server/tooling/bundling/file-digests';
import type { ResolvedConfig } from 'vite';
import { expect, test } from 'vitest';

test('the precache list has a subresource-integrity digest for scripts and style sheets, none for pages and pictures', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-digests-'));
  for (const name of ['theme.js', 'start.css', 'index.html', 'logo.webp']) writeFileSync(join(folder, name), 'abc');
  const { plugin, add } = digestFiles();
  const { configResolved } = plugin as { configResolved: (config: ResolvedConfig) => void };
  configResolved({ root: '/', build: { outDir: folder } } as ResolvedConfig);
  const entry = (url: string) => ({ url, revision: null, size: 3 });

  const { manifest } = await add(['theme.js', 'start.css', 'index.html', 'logo.webp'].map(entry));

  const integrity = 'sha256-ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0=';
  expect(manifest).toEqual([
    { ...entry('theme.js'), integrity },
    { ...entry('start.css'), integrity },
    entry('index.html'),
    entry('logo.webp'),
  ]);
  rmSync(folder, { recursive: true });
});
