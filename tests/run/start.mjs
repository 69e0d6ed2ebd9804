/**
 * `npm run test:start`: runs `npm start` with a new data folder, signs in as a learner, stops it as Ctrl+C does, starts
 * it again and signs in again. Plain Node, for Linux, macOS and Windows.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const isWindows = process.platform === 'win32';
/** Time for installing, building and starting, and time for stopping, ms. */
const START_LIMIT_MS = 600_000;
const STOP_LIMIT_MS = 20_000;

/** Returns a free port. @returns {Promise<number>} */
function findFreePort() {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(address && typeof address === 'object' ? address.port : 0));
    });
  });
}

/**
 * Writes a module that every Node process of `npm start` loads on Windows, where no process can send Ctrl+C to another:
 * it raises SIGINT in its process when a file appears, as the console does for all its processes.
 *
 * @param {string} folder
 * @param {string} sign the file
 */
function writeStopper(folder, sign) {
  const path = join(folder, 'stopper.mjs');
  const look = `if (existsSync(${JSON.stringify(sign)})) { clearInterval(timer); process.emit('SIGINT', 'SIGINT'); }`;
  const code = `import { existsSync } from 'node:fs';\nconst timer = setInterval(() => { ${look} }, 200).unref();\n`;
  writeFileSync(path, code);
  return `--import=${pathToFileURL(path).href}`;
}

/**
 * Starts, signs in and stops.
 *
 * @param {string} folder of the data and of the file that asks for the stop
 * @param {(child: import('node:child_process').ChildProcess) => void} stop
 * @param {NodeJS.ProcessEnv} env
 */
async function startAndStop(folder, stop, env) {
  const port = await findFreePort();
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, 'data'), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: isWindows,
    // A separate process group, so that all its processes get Ctrl+C.
    detached: !isWindows,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += chunk;
      process.stdout.write(chunk);
    });
  let hasEnded = false;
  child.once('close', () => (hasEnded = true));
  const get = (/** @type {string} */ host) => fetch(`http://${host}:${port}/livez`).catch(() => undefined);
  const startedAt = Date.now();
  while (!(await get('localhost'))?.ok) {
    assert(!hasEnded && Date.now() - startedAt < START_LIMIT_MS, 'The server did not start.');
    await sleep(200);
  }
  assert((await get('127.0.0.1'))?.ok, 'The server does not answer at 127.0.0.1.');
  const signedIn = await fetch(`http://localhost:${port}/api/v1/authorize`, {
    method: 'POST',
    body: new URLSearchParams({ username: 'student', password: 'demo-password' }),
  });
  assert.equal(signedIn.status, 200);
  stop(child);
  for (const stoppedAt = Date.now(); !hasEnded; await sleep(100))
    assert(Date.now() - stoppedAt < STOP_LIMIT_MS, 'The server did not stop.');
  assert.match(output, /停止しました。/);
  assert.equal(await get('localhost'), undefined, 'The server still answers.');
}

const folder = mkdtempSync(join(tmpdir(), 'manabiba start-'));
try {
  for (const time of ['first', 'second']) {
    const sign = join(folder, `stop-${time}`);
    const stopper = isWindows ? { NODE_OPTIONS: writeStopper(folder, sign) } : {};
    const interrupt = (/** @type {import('node:child_process').ChildProcess} */ { pid = 0 }) =>
      isWindows ? writeFileSync(sign, '') : process.kill(-pid, 'SIGINT');
    await startAndStop(folder, interrupt, stopper);
    console.log(`✓ the ${time} start, sign-in and Ctrl+C`);
  }
  if (!isWindows) {
    // A supervisor of npm sends SIGTERM to npm alone.
    await startAndStop(folder, (child) => child.kill('SIGTERM'), {});
    console.log('✓ SIGTERM to npm');
  }
  assert(!existsSync(join(folder, 'data/lock')), 'The lock is left behind.');
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
}
