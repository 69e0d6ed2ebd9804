/** Serves the app's files from one of several builds, so that a test can deploy a version or roll it back. */
import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';

import { appContentSecurityPolicy } from '@server/api/http/security-headers';

import { projectRoot } from './project-root';
import type { Script, ScriptedAnswer, ScriptedNetwork } from './scripted-network';

const run = promisify(execFile);

/** A build of the app in a temporary folder. */
export interface AppBuild {
  folder: string;
  dispose: () => Promise<void>;
}

/** Returns the path of the built script that contains `words`: the bundler decides which modules share a file. */
export function findScript(words: string): string {
  const folder = join(projectRoot, 'dist/assets');
  const name = readdirSync(folder).find(
    (each) => each.endsWith('.js') && readFileSync(join(folder, each), 'utf8').includes(words),
  );
  if (name === undefined) throw new Error(`No script says ${words}`);
  return `/assets/${name}`;
}

/** Builds the app with `version` as its version. @param env additional variables for the build */
export async function buildVersion(version: string, env: Record<string, string> = {}): Promise<AppBuild> {
  const folder = await mkdtemp(join(tmpdir(), `manabiba-${version}-`));
  await run(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--outDir', folder, '--emptyOutDir'], {
    cwd: projectRoot,
    env: { ...process.env, ...env, APP_VERSION: version, NODE_ENV: 'production' },
  });
  return { folder, dispose: () => rm(folder, { recursive: true, force: true }) };
}

const mediaTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.webmanifest': 'application/manifest+json',
  '.webp': 'image/webp',
  '.woff2': 'font/woff2',
};
const policy = appContentSecurityPolicy({ apiHost: undefined, imageHosts: [] });

/**
 * Answers `path` with a file of the build in `folder`, with 404 for files of other builds; returns `undefined` for
 * paths of the API.
 */
export async function answerFrom(folder: string, path: string): Promise<ScriptedAnswer | undefined> {
  if (/^\/(api|files)\/|^\/(health|live|ready)z$/.test(path)) return undefined;
  const file = extname(path) === '' ? '/index.html' : path;
  const body = await readFile(join(folder, file)).catch(() => undefined);
  if (!body) return { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' };
  const headers = {
    'Content-Type': mediaTypes[extname(file)] ?? 'application/octet-stream',
    'Cache-Control': path.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    'Content-Security-Policy': policy,
  };
  return { status: 200, headers, body };
}

/**
 * Returns a script for the scripted network that serves the app's files from `build()` and answers API calls with
 * `api()`.
 */
export function hostApp(build: () => AppBuild, api: () => ScriptedAnswer): Script {
  return async ({ path }) => (await answerFrom(build().folder, path)) ?? api();
}

/** The build that the tests run, in `dist`. */
export const CURRENT_BUILD: AppBuild = { folder: 'dist', dispose: () => Promise.resolve() };

/** Makes the scripted network a host that serves one build at a time, at first {@link CURRENT_BUILD}. */
export function startHost(network: ScriptedNetwork) {
  let build = CURRENT_BUILD;
  let api: ScriptedAnswer = 'pass';
  network.follow(
    hostApp(
      () => build,
      () => api,
    ),
  );
  return {
    deploy: (deployed: AppBuild) => (build = deployed),
    answer: (answer: ScriptedAnswer) => (api = answer),
  };
}
