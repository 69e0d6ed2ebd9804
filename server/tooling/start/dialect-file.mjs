/** Finds the dialect that a build uses (docs/how-to/dialect.md). */
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** The module that a build without a dialect uses; the build replaces it by the chosen file. */
export const NO_DIALECT = '@/api/dialects/none';

/** An import or export from another module that is not of types, at the start of a line, or a dynamic one. */
const IMPORTS_CODE = /^\s*(?:import(?!\s+type\b)\b|export\s+(?!type\b)[^;=]*?\sfrom\s)|\b(?:import|require)\s*\(/m;

/**
 * Returns the path of the file that the variable DIALECT names: a dialect in src/api/dialects by its name, or any other
 * file by a path with a slash; undefined without the variable.
 *
 * @param {string} root the project's folder
 * @param {NodeJS.ProcessEnv} env
 * @throws {Error} if there is no such file, or if it imports more than types: the app brings all code
 */
export function findDialect(root, env) {
  const given = env.DIALECT?.trim();
  if (!given) return undefined;
  const file = /[/\\]/.test(given) ? resolve(root, given) : join(root, 'src/api/dialects', `${given}.ts`);
  if (existsSync(file)) {
    if (IMPORTS_CODE.test(readFileSync(file, 'utf8')))
      throw new Error(
        `DIALECT: ${file} は型だけを読み込めます。import type … と書き、コードはこのファイルに書いてください。`,
      );
    return file;
  }
  throw new Error(`DIALECT: ${file} がありません。src/api/dialects の名前か、ファイルのパスを指定してください。`);
}
