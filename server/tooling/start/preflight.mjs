/** Checks port and data folder before a long install or build; server/main.ts checks them again. */
import { accessSync, constants } from 'node:fs';
import { createServer } from 'node:net';

import { addressesOf } from '../../lib/loopbacks.mjs';
import { makeFolder } from '../../lib/make-folder.mjs';
import { StartError } from './commands.mjs';

const DEFAULT_PORT = 8080;

/**
 * Returns PORT, or 8080 without it.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StartError} if it is not a port
 */
export function readPort(env) {
  const text = env.PORT?.trim() ?? '';
  if (text === '') return DEFAULT_PORT;
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535) {
    throw new StartError(`PORT: 「${text}」は使えません。正しい数を指定してください。`);
  }
  return port;
}

/**
 * Refuses a bad or taken port, and a data folder that cannot be written.
 *
 * @param {NodeJS.ProcessEnv} env
 * @throws {StartError} with one line
 */
export async function checkEnvironment(env) {
  const port = readPort(env);
  for (const address of addressesOf(env.HOST?.trim() || 'localhost')) {
    if (!(await isPortTaken(port, address))) continue;
    throw new StartError(`PORT: ${port} 番はほかのプログラムが使っています。`);
  }
  if (!env.DATABASE_URL && !env.DATABASE_URL_FILE) checkDataFolder(env.DATA_DIR || '.data');
}

/** Checks that a data folder can be created and written. @param {string} folder */
function checkDataFolder(folder) {
  try {
    // Create the folder with the same mode as the server does: readable by its user only.
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : 'unknown';
    throw new StartError(`DATA_DIR: ${folder} に書き込めません（${String(code)}）。`);
  }
}

/**
 * Returns true if another program listens on a port.
 *
 * @param {number} port
 * @param {string} host
 * @returns {Promise<boolean>}
 */
function isPortTaken(port, host) {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', (error) => resolve('code' in error && error.code === 'EADDRINUSE'));
    probe.listen(port, host, () => probe.close(() => resolve(false)));
  });
}
