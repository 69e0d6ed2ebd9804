/** Builds the app, and runs its unit tests and trips. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { type ManifestOptions, VitePWA } from 'vite-plugin-pwa';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import type { InlineConfig } from 'vitest/node';

import packageJson from './package.json' with { type: 'json' };
import { createChunkNames } from './server/build/chunk-names.ts';
import { nameImageHosts } from './server/build/image-hosts.ts';
import { dropUnusedPalettes } from './server/build/palettes.ts';
import { readImageHosts } from './server/config.ts';
import { isKillSwitchOn, KILL_SWITCH_IS_ON, placeKillSwitch } from './server/start/worker-switch.mjs';

/** Moves the app's own style sheet to the end of the body, so that the skeleton paints before it has arrived. */
function paintSkeletonFirst(): Plugin {
  return {
    name: 'paint-skeleton-first',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(/\s*<link rel="stylesheet"[^>]*href="\/assets\/[^>]*>/g) ?? [];
        const without = links.reduce((rest, link) => rest.replace(link, ''), html);
        return without.replace('</body>', `${links.join('')}\n  </body>`);
      },
    },
  };
}

/** Writes .br and .gz beside every file that gains by it; the server sends those. */
function precompress(): Plugin {
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
          const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };
          await writeFile(`${path}.br`, await brotli(bytes, quality));
          await writeFile(`${path}.gz`, await gzipped(bytes, { level: 9 }));
        }),
      );
    },
  };
}

/** While the kill switch is on, it is every build's worker. */
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

/** The colours of the bars around the app: those of --m-surface and --m-bg in public/skeleton.css. */
const lightColors = { theme_color: '#ffffff', background_color: '#f8f7f3' };
const darkColors = { theme_color: '#1a2029', background_color: '#11151b' };

/** What an installed app is called, looks like and opens with (W3C Web Application Manifest). */
const manifest = {
  id: '/',
  name: 'まなびば',
  short_name: 'まなびば',
  description: '電波がなくても学べて、学習の記録をなくさない学習アプリ',
  lang: 'ja',
  dir: 'ltr',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  display_override: ['standalone', 'minimal-ui'],
  // A tap on the icon goes on in the window that is open.
  launch_handler: { client_mode: ['navigate-existing', 'auto'] },
  orientation: 'any',
  categories: ['education', 'productivity'],
  ...lightColors,
  // Known to few browsers yet; <meta name="theme-color"> says the same for the open window.
  color_scheme_dark: darkColors,
  icons: [
    { src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
    { src: '/icons/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
    { src: '/icons/maskable-192.png', sizes: '192x192', type: 'image/png', purpose: 'maskable' },
    { src: '/icons/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
  ],
  screenshots: [
    ['narrow-home', '780x1688', 'narrow', 'ホーム：続きから、今週の学習、学習中のコース'],
    ['narrow-lesson', '780x1688', 'narrow', 'レッスン：ふりがな、数式、コードつきの本文'],
    ['wide-course', '1366x768', 'wide', 'コース：章とレッスンの進み'],
    ['wide-lesson', '1366x768', 'wide', 'レッスン：本文と目次'],
  ].map(([name, sizes, form_factor, label]) => {
    return { src: `/screenshots/${name}.webp`, sizes, type: 'image/webp', form_factor, label };
  }),
  shortcuts: [
    { name: '続きから', description: '次のレッスンを開く', url: '/continue' },
    { name: '復習', description: '前回まちがえた問題を解く', url: '/review' },
    { name: 'コース', description: 'コースの一覧を開く', url: '/courses' },
  ].map((shortcut) => ({
    ...shortcut,
    icons: [{ src: '/icons/icon-192.png', sizes: '192x192', type: 'image/png' }],
  })),
};

/** The service worker and the manifest; every file that the app needs is in the worker's precache. */
const serviceWorker = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  injectRegister: false,
  registerType: 'prompt',
  includeManifestIcons: false,
  injectManifest: {
    globPatterns: ['**/*.{html,js,css,svg,png,webp,woff2}'],
    // Shown by the browser before the app is installed, by nobody afterwards.
    globIgnores: ['screenshots/**'],
  },
  // Its types lag behind the standard.
  manifest: manifest as Partial<ManifestOptions>,
});

/** Files that share a process and its modules: loading those costs more than most tests do. */
const shared = { isolate: false };

/** Trips run the React that ships. */
const trips = {
  environment: 'jsdom',
  setupFiles: ['tests/support/trip-setup.ts'],
  env: { NODE_ENV: 'production' },
} satisfies InlineConfig;

/**
 * A document takes half a second: rules do without, and the few that need one ask for it in their first line. Trips run
 * the React that ships; components alone run the one that warns, which takes half as long again.
 */
const testProjects: TestProjectConfiguration[] = [
  {
    extends: true,
    test: { name: 'rules', include: ['tests/unit/**/*.test.ts'], exclude: ['tests/unit/server/**'] },
  },
  { extends: true, test: { name: 'server', include: ['tests/unit/server/**/*.test.ts'], ...shared } },
  {
    extends: true,
    test: { name: 'components', environment: 'jsdom', include: ['tests/unit/**/*.test.tsx'], ...shared },
  },
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: { ...trips, name: 'trips', include: ['tests/trips/*.test.ts'], ...shared },
  },
  // Those that replace modules.
  {
    extends: true,
    oxc: { jsx: { development: false } },
    test: { ...trips, name: 'trips alone', include: ['tests/trips/alone/*.test.ts'] },
  },
];

/** What is sent at login beside user name and password (specification §7), each named by its variable, e.g. LOGIN_SCOPE. */
function readLoginFields(): Record<string, string> {
  const names = ['grant_type', 'scope', 'client_id', 'client_secret'];
  const given = names.map((name) => [name, process.env[`LOGIN_${name.toUpperCase()}`] ?? '']);
  return Object.fromEntries(given.filter(([, value]) => value));
}

/** What the build writes into the code. */
function readDefined(mode: string): Record<string, string> {
  return {
    // APP_VERSION names a build of its own, such as a commit.
    __APP_VERSION__: JSON.stringify(process.env.APP_VERSION || packageJson.version),
    // Tests set these themselves, the API host once their server has a port.
    ...(mode !== 'test' && {
      __API_HOST__: JSON.stringify((process.env.API_HOST ?? '').replace(/\/+$/, '')),
      __IMAGE_HOSTS__: JSON.stringify(readImageHosts(process.env)),
      __LOGIN_FIELDS__: JSON.stringify(readLoginFields()),
    }),
  };
}

/** What packages offer in place of what is for browsers that lack classes, and for React before 18. */
const newerBuilds = {
  'workbox-window': 'workbox-window/build/workbox-window.prod.mjs',
  'use-sync-external-store/shim/with-selector': 'use-sync-external-store/with-selector',
};

export default defineConfig(({ mode }) => ({
  define: readDefined(mode),
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: 'src/routes', quoteStyle: 'single' }),
    react(),
    paintSkeletonFirst(),
    nameImageHosts(readImageHosts(process.env)),
    mode !== 'test' && serviceWorker,
    precompress(),
    keepKillSwitch(),
  ],
  resolve: { tsconfigPaths: true, alias: newerBuilds },
  css: { postcss: { plugins: [dropUnusedPalettes] } },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // Inlined files would be data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // Numbers of a module that several chunks use are written where they are used.
      optimization: { inlineConst: { mode: 'all', pass: 2 } },
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: createChunkNames(import.meta.dirname), debugName: 'app and layout' }],
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
    // Not the turns of the event loop: IndexedDB's next step would be lost with them, and the database be stuck for every later file.
    fakeTimers: { toFake: ['Date', 'performance', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] },
    // They wait for servers and databases now and then: one more than there are cores, which may be slow. A hang still ends.
    maxWorkers: availableParallelism() + 1,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
}));
