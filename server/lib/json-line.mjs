/** Writes one line of the log with LOG=json. Plain Node: `npm start` uses it before anything is installed or built. */

/**
 * Formats a line of the log as JSON with time, level and message.
 *
 * @param {'info' | 'error'} level
 * @param {string} message
 * @param {Readonly<Record<string, string | number>>} [facts] further fields
 */
export function jsonLine(level, message, facts = {}) {
  return JSON.stringify({ time: new Date().toISOString(), level, message, ...facts });
}
