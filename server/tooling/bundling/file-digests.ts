/**
 * Adds a digest of every script and style sheet to the service worker's list of files, so that it never caches other
 * content in their place.
 */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import type { Plugin } from 'vite';
import type { VitePWAOptions } from 'vite-plugin-pwa';

type ManifestTransform = NonNullable<VitePWAOptions['injectManifest']['manifestTransforms']>[number];

/** Only scripts and style sheets are checked: hosts may recompress pictures and insert code into pages. */
const CODE = /\.(?:js|css)$/;

/**
 * Returns a plugin that notes the build's output folder, and a manifest transform that adds the digests of the built
 * files to the precache manifest.
 */
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
