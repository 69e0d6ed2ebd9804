/** Checks the configuration before a start or a build does anything. */
import { StartError } from './commands.mjs';

/**
 * Reads and checks all environment variables with the server's own code.
 *
 * @param {string} address URL of the server's config.js
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
