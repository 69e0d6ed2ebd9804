/** Finds the dialect that a build uses (docs/how-to/dialect.md). */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The module that a build without a dialect uses; the build replaces it by the chosen file. */
export const NO_DIALECT = '@/api/dialects/none';

/**
 * Returns the path of the file that the variable DIALECT names: a dialect in src/api/dialects by its name, or any other file by a path with
 * a slash; undefined without the variable.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} if there is no such file
 */
export function findDialect(root, env) {
  const given = env.DIALECT?.trim();
  if (!given) return undefined;
  const file = /[/\\]/.test(given) ? resolve(root, given) : join(root, 'src/api/dialects', `${given}.ts`);
  if (existsSync(file)) return file;
  throw new Error(`DIALECT: ${file} がありません。src/api/dialects の名前か、ファイルのパスを指定してください。`);
}
