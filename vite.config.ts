/** Builds the app and runs its unit tests. `npm start` installs no vitest, so this file uses only vitest's types. */
/// <reference types="vitest/config" />
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, normalizePath, type Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';

import packageJson from './package.json' with { type: 'json' };
import { readImageHosts, readTimeOffset } from './server/config.ts';
import { manifest } from './server/tooling/bundling/app-manifest.ts';
import { createChunkNames } from './server/tooling/bundling/chunk-names.ts';
import { digestFiles } from './server/tooling/bundling/file-digests.ts';
import { icons } from './server/tooling/bundling/icons.ts';
import { arrangeIndexHtml } from './server/tooling/bundling/index-html.ts';
import { markdownWriters } from './server/tooling/bundling/markdown-writers.ts';
import { dropUnusedPalettes } from './server/tooling/bundling/palettes.ts';
import { plainParts } from './server/tooling/bundling/plain-parts.ts';
import { routerPlugin } from './server/tooling/bundling/router-plugin.ts';
import { nameSettings } from './server/tooling/bundling/settings-tags.ts';
import { markStaffFiles } from './server/tooling/bundling/staff-files.ts';
import { findDialect, NO_DIALECT } from './server/tooling/start/dialect-file.mjs';
import { isKillSwitchOn, KILL_SWITCH_IS_ON, placeKillSwitch } from './server/tooling/start/worker-switch.mjs';
import { testProjects } from './tests/projects.ts';

/**
 * Writes .br and .gz beside every file that gets smaller by it; the server sends those. `npm start` sets
 * COMPRESSION=quick, because the best compression takes 3 s.
 */
function precompress(): Plugin {
  const isQuick = process.env.COMPRESSION === 'quick';
  const brotli = promisify(brotliCompress);
  const gzipped = promisify(gzip);
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    async closeBundle() {
      const outDir = this.environment.config.build.outDir;
      const names = await readdir(outDir, { recursive: true });
      const compressible = names.filter((name) => /\.(html|js|css|svg|json|webmanifest)$/.test(name));
      await Promise.all(
        compressible.map(async (name) => {
          const path = join(outDir, name);
          const bytes = await readFile(path);
          if (bytes.length < 1024) return;
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: isQuick ? 4 : constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${path}.br`, await brotli(bytes, quality));
          await writeFile(`${path}.gz`, await gzipped(bytes, { level: isQuick ? 1 : 9 }));
        }),
      );
    },
  };
}

/** Replaces the worker of every build while the kill switch is on. */
function keepKillSwitch(): Plugin {
  return {
    name: 'keep-kill-switch',
    apply: 'build',
    enforce: 'post',
    closeBundle() {
      const { root, build } = this.environment.config;
      if (!isKillSwitchOn(root)) return;
      placeKillSwitch(root, build.outDir);
      this.environment.logger.warn(KILL_SWITCH_IS_ON);
    },
  };
}

/** The oldest supported browsers, such as 'safari16.4' (docs/browsers.md). */
const oldestBrowsers = packageJson.browserslist.map((line) => line.replace(' ', ''));

/** The project's folder as module ids name it: with slashes, also on Windows. */
const root = normalizePath(import.meta.dirname);
const staffFiles = markStaffFiles(`${root}/src/main.tsx`);
const fileDigests = digestFiles();

/**
 * The service worker and the manifest. The precache lists every file that the app needs; files for staff are marked.
 */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  injectRegister: false,
  registerType: 'prompt',
  includeManifestIcons: false,
  injectManifest: {
    globPatterns: ['**/*.{html,js,css,svg,png,webp,woff2}'],
    // Shown by the browser before the app is installed and by the system afterwards, never by the app.
    globIgnores: ['screenshots/**', 'icons/*.png'],
    manifestTransforms: [staffFiles.mark, fileDigests.add],
  },
  // The plugin's types lag behind the standard.
  // A sign-in proxy in front of the app redirects requests without its cookie.
  useCredentials: true,
  manifest: manifest as Partial<ManifestOptions>,
});

/**
 * Reads the fields sent at login beside user name and password (specification §7), each from its variable, e.g.
 * LOGIN_SCOPE.
 */
function readLoginFields(): Record<string, string> {
  const names = ['grant_type', 'scope', 'client_id', 'client_secret'];
  const given = names.map((name) => [name, process.env[`LOGIN_${name.toUpperCase()}`] ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** Constants that the build writes into the code. */
function readDefined(mode: string): Record<string, string> {
  return {
    // APP_VERSION names a special build, such as a commit.
    __APP_VERSION__: JSON.stringify(process.env.APP_VERSION || packageJson.version),
    // Tests set these themselves, the API host once their server has a port.
    ...(mode !== 'test' && {
      __API_HOST__: JSON.stringify((process.env.API_HOST ?? '').replace(/\/+$/, '')),
      __API_TIME_OFFSET__: JSON.stringify(readTimeOffset(process.env)),
      __IMAGE_HOSTS__: JSON.stringify(readImageHosts(process.env)),
      __LOGIN_FIELDS__: JSON.stringify(readLoginFields()),
    }),
  };
}

/** Replaces the dialect of the app's own form by the one that DIALECT names; tests bring their own. */
function chooseDialect(mode: string): Record<string, string> {
  const file = mode === 'test' ? undefined : findDialect(root, process.env);
  return file ? { [NO_DIALECT]: file } : {};
}

/** Newer builds of packages, instead of those for browsers without classes and for React before 18. */
const newerBuilds = {
  'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
};

const pluginsOf = (mode: string) => [
  tanstackRouter(routerPlugin),
  react(),
  icons(root),
  arrangeIndexHtml(),
  plainParts(),
  markdownWriters(),
  nameSettings({ imageHosts: readImageHosts(process.env), apiTimeOffset: readTimeOffset(process.env) }),
  mode !== 'test' && [serviceWorker, staffFiles.plugin, fileDigests.plugin],
  precompress(),
  keepKillSwitch(),
];

export default defineConfig(({ mode }) => ({
  define: readDefined(mode),
  plugins: pluginsOf(mode),
  resolve: { tsconfigPaths: true, alias: { ...newerBuilds, ...chooseDialect(mode) } },
  css: { postcss: { plugins: [dropUnusedPalettes] } },
  build: {
    target: oldestBrowsers,
    outDir: 'dist',
    // Inlined files would be data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Numeric constants are inlined where they are used, also across chunks.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createChunkNames(root), debugName: 'app and layout' }],
        },
      },
    },
  },
  server: { port: 8080, strictPort: true },
  test: {
    setupFiles: ['tests/setup.ts'],
    globalSetup: ['tests/support/trip-server.ts'],
    projects: testProjects,
    restoreMocks: true,
    // Not setImmediate or nextTick: IndexedDB's fake needs them, and its database would hang for every later test file.
    fakeTimers: { toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
    // Tests sometimes wait for servers and databases, so one worker more than cores. The generous timeout still ends a
    // hang.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
  },
}));
