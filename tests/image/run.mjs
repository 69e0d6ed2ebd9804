/**
 * `npm run test:image`: builds server/deploy/Dockerfile with Debian's buildah, and runs the image: its user, its
 * read-only files, start, sign-in, /livez and the stop on SIGTERM. No registry is needed: the base image is made by
 * debootstrap, with the Node, npm and certificates of this machine. Takes about two minutes and 2 GB in the folder for
 * temporary files.
 *
 * Without root, buildah or debootstrap it prints what is missing, and tests nothing.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { createBaseImage } from './base-image.mjs';
import { createBuildah } from './buildah.mjs';
import { checkContainer } from './container.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const BUILT = 'localhost/manabiba';

/** Returns a list of the things that this machine lacks for building the image; empty if nothing is missing. */
function findMissing() {
  const tools = ['buildah', 'debootstrap'].filter((tool) => spawnSync(tool, ['--version']).error);
  const isRoot = process.getuid?.() === 0;
  return isRoot ? tools : ['root', ...tools];
}

async function run() {
  const missing = findMissing();
  if (missing.length > 0) {
    console.log(`Not tested: ${missing.join(', ')} not found (apt-get install buildah debootstrap, as root).`);
    return;
  }
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-image-'));
  const buildah = createBuildah(folder);
  try {
    console.log('── The base image');
    createBaseImage(buildah, folder, join(root, 'server/deploy/Dockerfile'));
    console.log('── The image');
    buildah.run(['bud', '--network', 'host', '--pull-never', '-f', 'server/deploy/Dockerfile', '-t', BUILT, '.'], root);
    console.log('── In a container');
    await checkContainer(buildah, BUILT);
    console.log('All ok');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await run();
