/** `npm start` and `npm run dev`: installs and builds what is missing, then runs the server. Plain Node: nothing may be installed yet. */
import './start/node-version.mjs';
import { fileURLToPath } from 'node:url';

import { buildApp, ensureBuild } from './start/app-build.mjs';
import { exitWith, StartError } from './start/commands.mjs';
import { ensurePackages } from './start/packages.mjs';
import { checkEnvironment } from './start/preflight.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Lets this process load TypeScript: the server runs in it, so Ctrl+C reaches it directly and its exit code is ours. */
async function loadTypeScript() {
  const { register } = await import('tsx/esm/api');
  register({ tsconfig: fileURLToPath(new URL('../tsconfig.json', import.meta.url)) });
}

/** Refuses bad variables before a build that would take them in. */
async function checkConfig() {
  const { readConfig } = await import(new URL('./config.ts', import.meta.url).href);
  try {
    readConfig(process.env);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}

async function start() {
  process.chdir(root);
  await checkEnvironment(process.env);
  await ensurePackages(root, console.log);
  await loadTypeScript();
  await checkConfig();
  if (process.argv.includes('--dev')) {
    const { startDevelopment } = await import('./start/development.mjs');
    return startDevelopment(root, process.env);
  }
  await ensureBuild(root, process.env, () => buildApp(root, console.log));
  await import(new URL('./main.ts', import.meta.url).href);
}

start().catch(exitWith);
