/** What every script and style sheet is, in the worker's list of files: whatever else comes in its place is not kept. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/** Hosts may make pictures smaller, and write into pages: those are not told by their bytes. */
const CODE = /\.(?:js|css)$/;

/** Reads the files where the build has put them, and adds their digests to the list that the worker gets. */
export function digestFiles(): { plugin: Plugin; add: ManifestTransform } {
  let folder = '';
  async function addDigest<Entry extends { url: string }>(entry: Entry): Promise<Entry> {
    if (!CODE.test(entry.url)) return entry;
    const digest = createHash('sha256').update(await readFile(join(folder, entry.url)));
    return { ...entry, integrity: `sha256-${digest.digest('base64')}` };
  }
  return {
    plugin: {
      name: 'digest-files',
      apply: 'build',
      configResolved({ root, build }) {
        folder = resolve(root, build.outDir);
      },
    },
    add: async (entries) => ({ manifest: await Promise.all(entries.map(addDigest)) }),
  };
}
