/** Creates and fills the embedded database of a first start in a separate process, at the same time as the build. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { runQuietly } from './commands.mjs';
import { tell } from './start-log.mjs';

/**
 * Runs the server's program for first data unless there is a database, embedded or not.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @param {string} program URL of the bundled program
 * @throws {StartError} with the program's reason if it fails
 */
export async function ensureData(root, env, program) {
  if (env.DATABASE_URL || env.DATABASE_URL_FILE || existsSync(join(env.DATA_DIR || '.data', 'database'))) return;
  const news = await runQuietly(process.execPath, [fileURLToPath(program)], {
    cwd: root,
    failure: 'データベースを用意できませんでした。',
    progress: { say: tell, doing: 'データベースを用意しています', done: 'データベースを用意しました' },
  });
  if (news) console.log(news);
}
