/** Refuses an old version of Node before anything else is loaded. */

/**
 * Returns true if a version of Node can run the app (package.json, "engines").
 *
 * @param {string} version such as "20.19.0"
 */
export function isNodeNewEnough(version) {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 20 || (major === 20 && minor >= 19);
}

if (!isNodeNewEnough(process.versions.node)) {
  console.error(`Node.js 20.19 以上が必要です（いまは ${process.versions.node} です）。`);
  process.exit(1);
}
