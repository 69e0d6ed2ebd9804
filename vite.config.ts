/** Builds the app, and runs its unit tests and trips. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { tanstackRouter } from '@tanstack/router-plugin/vite';
import react from '@vitejs/plugin-react';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';
import packageJson from './package.json' with { type: 'json' };

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

export default defineConfig(({ mode }) => ({
  define: {
    __APP_VERSION__: JSON.stringify(packageJson.version),
    // Tests set the API host themselves, once their server has a port.
    ...(mode === 'test' ? {} : { __API_HOST__: JSON.stringify((process.env.API_HOST ?? '').replace(/\/+$/, '')) }),
  },
  plugins: [
    tanstackRouter({ target: 'react', autoCodeSplitting: true, routesDirectory: 'src/routes', quoteStyle: 'single' }),
    react(),
    paintSkeletonFirst(),
    precompress(),
  ],
  resolve: { tsconfigPaths: true },
  build: {
    target: 'es2022',
    outDir: 'dist',
    // Inlined files would be data: URLs, which the Content-Security-Policy blocks.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { port: 8080, strictPort: true },
  test: {
    environment: 'jsdom',
    setupFiles: ['tests/setup.ts'],
    include: ['tests/unit/**/*.test.{ts,tsx}', 'tests/trips/**/*.test.{ts,tsx}'],
    restoreMocks: true,
  },
}));
