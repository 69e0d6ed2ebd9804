/** Checks a container made from the image. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const PROGRAM = '/opt/manabiba';
const ADMIN = { username: 'admin2', password: 'image-test-password' };
/** Maximum time for the server's first answer, and for its stop, ms. */
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 10_000;

/** @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

/**
 * @template T
 * @param {string} what name of the awaited thing, for the error message
 * @param {number} limitMs
 * @param {() => Promise<T | undefined> | T | undefined} look returns undefined for "not yet"
 * @returns {Promise<T>}
 */
async function waitFor(what, limitMs, look) {
  for (const end = Date.now() + limitMs; Date.now() < end; await sleep(100)) {
    const found = await look();
    if (found !== undefined) return found;
  }
  throw new Error(`${what}: not within ${limitMs / 1000} s`);
}

/**
 * Returns the process id of the server with this port in its environment; undefined before it runs.
 *
 * @param {number} port
 */
function findServer(port) {
  const isServer = (/** @type {string} */ pid) => {
    try {
      const [command, variables] = ['cmdline', 'environ'].map((name) =>
        readFileSync(`/proc/${pid}/${name}`, 'utf8').split('\0'),
      );
      return command?.[0]?.endsWith('/node') === true && variables?.includes(`PORT=${port}`) === true;
    } catch {
      // Ignored: the process ended before its environment could be read.
      return false;
    }
  };
  const found = readdirSync('/proc').find((name) => /^\d+$/.test(name) && isServer(name));
  return found === undefined ? undefined : Number(found);
}

/**
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} image
 * @throws {Error} at the first check that fails
 */
export async function checkContainer(buildah, image) {
  const container = buildah.run(['from', '--pull-never', image]);
  const files = buildah.run(['mount', container]);
  checkFiles(buildah, container, files);
  await checkServer(buildah, container);
}

/**
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} container
 * @param {string} files
 */
function checkFiles(buildah, container, files) {
  assert.equal(buildah.run(['run', container, '--', 'id', '-un']), 'node');
  console.log('✓ runs as the user node');
  const isWritable = `[ -w ${PROGRAM} ] || [ -w ${PROGRAM}/package.json ] && echo writable || echo read-only`;
  assert.equal(buildah.run(['run', container, '--', 'sh', '-c', isWritable]), 'read-only');
  console.log('✓ cannot change the program');
  assert.equal(existsSync(join(files, PROGRAM, 'node_modules')), false);
  const [size = ''] = execFileSync('du', ['-sm', join(files, PROGRAM)], { encoding: 'utf8' }).split('\t');
  console.log(`✓ without node_modules; our layers have ${size} MB`);
}

/**
 * @param {import('./buildah.mjs').Buildah} buildah
 * @param {string} container
 */
async function checkServer(buildah, container) {
  const port = await findFreePort();
  const env = { PORT: String(port), HOST: '127.0.0.1', ADMIN_USERNAME: ADMIN.username, ADMIN_PASSWORD: ADMIN.password };
  const variables = Object.entries(env).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
  const server = buildah.start(['run', ...variables, container, '--', 'node', 'server/tooling/start/serve.mjs']);
  let output = '';
  server.stdout?.on('data', (chunk) => (output += chunk));
  server.stderr?.on('data', (chunk) => (output += chunk));
  const ended = new Promise((resolve) => server.once('close', resolve));
  try {
    const origin = `http://127.0.0.1:${port}`;
    await waitFor('the first answer', START_LIMIT_MS, async () => {
      const answer = await fetch(`${origin}/livez`).catch(() => undefined);
      return answer?.ok ? true : undefined;
    });
    console.log('✓ starts, and /livez answers');
    const form = new URLSearchParams(ADMIN);
    assert.equal((await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body: form })).status, 200);
    assert.match(await (await fetch(`${origin}/login`)).text(), /<title>/);
    console.log('✓ an admin signs in, and the app is served');
    process.kill(await waitFor('the process', STOP_LIMIT_MS, () => findServer(port)), 'SIGTERM');
    const code = await Promise.race([ended, sleep(STOP_LIMIT_MS, 'still running')]);
    assert.equal(code, 0, `ended with ${code}\n${output}`);
    console.log('✓ stops on SIGTERM');
  } catch (error) {
    console.log(output);
    throw error;
  } finally {
    const left = findServer(port);
    if (left !== undefined) process.kill(left, 'SIGKILL');
  }
}
