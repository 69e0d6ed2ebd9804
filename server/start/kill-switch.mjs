/** `npm run kill-switch [folder]`: puts the kill switch in the place of a built app's service worker. */
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { exitWith } from './commands.mjs';

const source = fileURLToPath(new URL('../../sw/kill-switch.js', import.meta.url));
const target = join(process.argv[2] ?? 'dist', 'sw.js');

async function run() {
  await copyFile(source, target);
  // They would be sent in its place.
  await Promise.all(['.br', '.gz'].map((ending) => rm(target + ending, { force: true })));
  console.log(`${target} is the kill switch now; deploy it, and restart a server that runs.`);
}

run().catch(exitWith);
