/** Bundles the server into .cache/: one file of plain JavaScript starts in half the time that its modules take. */
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { hashFiles, listFiles } from './hash-files.mjs';

/** What goes into the bundle; of src the shapes that are said over the wire. */
const INPUTS = ['package-lock.json', 'tsconfig.json', 'server', 'src'];
/** What lies among them and is none: files to copy elsewhere, and what the app's build writes. */
const NO_INPUT = /^server\/deploy\/|^src\/boot\/routeTree\.gen\.ts$/;
const CACHE = '.cache';
const PREFIX = 'server-';

/** What is in the bundle to be started or asked: main is the server. */
const ENTRIES = {
  main: 'server/main.ts',
  config: 'server/config.ts',
  doctor: 'server/ops/doctor/main.ts',
  backup: 'server/ops/backup/run-backup.ts',
  restore: 'server/ops/backup/run-restore.ts',
  move: 'server/ops/migrate-to-postgres/main.ts',
};

/** @typedef {Record<keyof typeof ENTRIES, string>} ServerBuild the addresses (file:) of them */

/** @param {string} root the project's folder */
function bundleName(root) {
  const files = INPUTS.flatMap((input) => listFiles(root, input)).filter((file) => !NO_INPUT.test(file));
  return PREFIX + hashFiles(root, files).digest('hex').slice(0, 16);
}

/**
 * @param {string} root
 * @param {string} name of the folder below .cache
 * @returns {ServerBuild | undefined}
 */
function findBundle(root, name) {
  const folder = join(root, CACHE, name);
  if (!existsSync(folder)) return undefined;
  const addresses = Object.keys(ENTRIES).map((name) => [name, pathToFileURL(join(folder, `${name}.js`)).href]);
  return Object.fromEntries(addresses);
}

/**
 * The bundle of the server as it stands, if it was made.
 *
 * @param {string} root the project's folder
 */
export function findServerBuild(root) {
  return findBundle(root, bundleName(root));
}

/**
 * Makes the bundle unless there is one of the server as it stands.
 *
 * @param {string} root the project's folder, with its packages installed
 * @returns {Promise<ServerBuild>}
 */
export async function ensureServerBuild(root) {
  const name = bundleName(root);
  const found = findBundle(root, name);
  if (found) return found;
  await buildServer(root, name);
  return /** @type {ServerBuild} */ (findBundle(root, name));
}

/**
 * @param {string} root
 * @param {string} name of the folder below .cache
 */
async function buildServer(root, name) {
  const { build } = await import('vite');
  // Beside its place: who starts at the same moment, or after a build that was cut off, finds all of it or none.
  mkdirSync(join(root, CACHE), { recursive: true });
  const unfinished = mkdtempSync(join(root, CACHE, `${name}.`));
  // A temporary folder is its maker's alone; this one is run by whoever serves the app.
  chmodSync(unfinished, 0o755);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    // These two find files of their own beside them.
    ssr: { noExternal: true, external: ['@electric-sql/pglite', 'pg'] },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: unfinished,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
        // All in one folder, where the server finds the others.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  for (const other of readdirSync(join(root, CACHE))) {
    if (other.startsWith(PREFIX) && !other.startsWith(name)) rmSync(join(root, CACHE, other), { recursive: true });
  }
  try {
    renameSync(unfinished, join(root, CACHE, name));
  } catch (error) {
    rmSync(unfinished, { recursive: true });
    if (!existsSync(join(root, CACHE, name))) throw error;
  }
}
