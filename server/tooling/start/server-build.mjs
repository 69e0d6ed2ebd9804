/** Bundles the server into .cache/: the bundle starts in half the time of its separate modules. */
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { hashFiles, listFiles } from './hash-files.mjs';

/** Inputs of the server's bundle. The server imports schemas and helpers from src. */
const INPUTS = ['package-lock.json', 'tsconfig.json', 'server', 'src'];
/** Files in the input folders that are not inputs: deployment files, and a file that the app's build generates. */
const EXCLUDED = /^server\/deploy\/|^src\/boot\/routeTree\.gen\.ts$/;
const CACHE = '.cache';
const PREFIX = 'server-';

/** Entry points of the bundle; `main` is the server. */
const ENTRIES = {
  main: 'server/main.ts',
  config: 'server/config.ts',
  'prepare-data': 'server/prepare-data.ts',
  doctor: 'server/ops/doctor/main.ts',
  backup: 'server/ops/backup/run-backup.ts',
  restore: 'server/ops/backup/run-restore.ts',
  move: 'server/ops/migrate-to-postgres/main.ts',
  'strip-pictures': 'server/ops/strip-pictures/main.ts',
  'check-server': 'server/ops/check-server/main.ts',
};

/** PGlite loads files beside its modules, so its package is copied beside the bundle, where Node looks for it first. */
const COPIED_PACKAGE = '@electric-sql/pglite';
/** Files left out of PGlite's copied package: source maps, types and CommonJS, 8 of its 27 MB. */
const NEVER_LOADED = /\.(map|cjs|cts|d\.ts)$/;

/** @typedef {Record<keyof typeof ENTRIES, string>} ServerBuild URLs (file:) of the bundled entry points */

/** Returns a hash of the bundle's inputs. @param {string} root the project's folder */
function bundleName(root) {
  const files = INPUTS.flatMap((input) => listFiles(root, input)).filter((file) => !EXCLUDED.test(file));
  return PREFIX + hashFiles(root, files).digest('hex').slice(0, 16);
}

/**
 * Returns the bundle in a folder; undefined if it is not complete.
 *
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
 * Returns the bundle of the current sources; undefined if it was not built.
 *
 * @param {string} root the project's folder
 */
export function findServerBuild(root) {
  return findBundle(root, bundleName(root));
}

/**
 * Builds the bundle unless one of the current sources exists.
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
 * Builds the bundle into a folder.
 *
 * @param {string} root
 * @param {string} name of the folder below .cache
 */
async function buildServer(root, name) {
  const { build } = await import('vite');
  // Build in a temporary folder and rename it, so that a concurrent start, or one after an interrupted build, finds a
  // complete bundle or none.
  mkdirSync(join(root, CACHE), { recursive: true });
  const unfinished = mkdtempSync(join(root, CACHE, `${name}.`));
  // Make the folder readable for others: mkdtemp makes it private, but another user may serve the app.
  chmodSync(unfinished, 0o755);
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { tsconfigPaths: true },
    ssr: { noExternal: true, external: [COPIED_PACKAGE] },
    build: {
      ssr: true,
      target: 'node20',
      minify: false,
      outDir: unfinished,
      rolldownOptions: {
        input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, join(root, path)])),
        // Put all programs into one folder, because the server looks for the other programs next to itself.
        output: { chunkFileNames: '[name]-[hash].js' },
      },
    },
  });
  copyPackage(root, unfinished);
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

/**
 * Copies PGlite's package beside the bundle.
 *
 * @param {string} root
 * @param {string} bundle the folder of the bundle
 */
function copyPackage(root, bundle) {
  const inFolder = join('node_modules', COPIED_PACKAGE);
  cpSync(join(root, inFolder), join(bundle, inFolder), {
    recursive: true,
    dereference: true,
    filter: (path) => !NEVER_LOADED.test(path),
  });
}
