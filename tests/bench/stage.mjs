/** Serves the built app, the minimal comparison app (floor) and the bare page from one server. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

import react from '@vitejs/plugin-react';
import { build } from 'vite';

import { projectRoot } from '../e2e/support/project-root.ts';
import { startTestApp } from '../e2e/support/test-app.ts';
import { bareScript, bareWorker, makeBarePage } from './bare-page.mjs';

/**
 * @typedef {object} Stage
 * @property {string} folder a temporary folder for the bench
 * @property {Awaited<ReturnType<typeof startTestApp>>} server
 */

/** Below /assets/ the app's service worker does not handle navigations, and files are cached like the app's own. */
export const FLOOR_PATH = '/assets/floor/index.html';
export const DEVICE_PATH = '/assets/device/index.html';
export const BARE_PATH = '/assets/bare/index.html';

/**
 * Runs `work` with a server for all pages, and removes server and folder afterwards, also after an error.
 *
 * @param {(stage: Stage) => Promise<void>} work
 */
export async function withStage(work) {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-bench-'));
  const site = join(folder, 'site');
  const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  process.once('exit', removeFolder);
  try {
    // The build is copied, so that a build started meanwhile does not change it.
    cpSync(join(projectRoot, 'dist'), site, { recursive: true });
    await buildPage('floor', site);
    await buildPage('device', site);
    addBarePage(site);
    const server = await startTestApp({ APP_DIR: site, API_HOST: '', LOG: 'off', WRITES_PER_SECOND: '100000' });
    try {
      await work({ folder, server });
    } finally {
      await server.dispose();
    }
  } finally {
    removeFolder();
    process.off('exit', removeFolder);
  }
}

/**
 * Builds a page of this folder with the app's settings into `site`.
 *
 * @param {'floor' | 'device'} name
 * @param {string} site
 */
async function buildPage(name, site) {
  const outDir = join(site, 'assets', name);
  await build({
    configFile: false,
    logLevel: 'error',
    root: join(projectRoot, 'tests/bench', name),
    base: `/assets/${name}/`,
    define: { __API_HOST__: '""' },
    plugins: [react()],
    resolve: { tsconfigPaths: true },
    build: { target: 'es2022', outDir, emptyOutDir: true, assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
  compressFolder(outDir);
}

/**
 * Writes the static page with the lesson's text, and its service worker.
 *
 * @param {string} site
 */
function addBarePage(site) {
  const folder = join(site, 'assets/bare');
  mkdirSync(folder);
  writeFileSync(join(folder, 'index.html'), makeBarePage());
  writeFileSync(join(folder, 'bare.js'), bareScript);
  writeFileSync(join(folder, 'sw.js'), bareWorker);
}

/**
 * Writes .br and .gz files, as the app's build does.
 *
 * @param {string} folder
 */
function compressFolder(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = readFileSync(path);
    const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, quality));
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
  }
}
