/** `npm run check-server -- https://api.example.com --student NAME`: reports what of a server's API fits the app. */
import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { exitWith } from './commands.mjs';
import { findDialect, NO_DIALECT } from './dialect-file.mjs';
import { runProgram } from './run-program.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Bundles the program with a dialect, as the app's build does, and runs it. @param {string} dialect */
async function runWithDialect(dialect) {
  const outDir = mkdtempSync(join(root, 'node_modules', '.check-server-'));
  process.on('exit', () => rmSync(outDir, { recursive: true, force: true }));
  const { build } = await import('vite');
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    resolve: { alias: { [NO_DIALECT]: dialect }, tsconfigPaths: true },
    ssr: { noExternal: true },
    build: {
      ssr: join(root, 'server/ops/check-server/main.ts'),
      target: 'node20',
      minify: false,
      outDir,
      rolldownOptions: { output: { entryFileNames: 'main.mjs' } },
    },
  });
  await import(pathToFileURL(join(outDir, 'main.mjs')).href);
}

const place = process.argv.indexOf('--dialect') + 1;
if (place > 0) {
  Promise.resolve()
    .then(() => findDialect(root, { DIALECT: process.argv[place] }))
    .then((dialect) => (dialect ? runWithDialect(dialect) : runProgram('check-server')))
    .catch(exitWith);
} else runProgram('check-server');
