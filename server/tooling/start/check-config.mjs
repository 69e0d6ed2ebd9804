/** Bad variables end a start or a build before it has done anything. */
import { StartError } from './commands.mjs';

/**
 * Reads all variables as the server will.
 *
 * @param {string} address of the server's config.js
 * @throws {StartError} with one line
 */
export async function checkConfig(address) {
  const { readConfig } = await import(address);
  try {
    readConfig(process.env);
  } catch (error) {
    throw new StartError(error instanceof Error ? error.message : String(error));
  }
}
