/** Makes a history that fails as short as it can be, so that it can be read. */

/** So many shorter ones are tried. */
const MOST_TRIES = 400;

/**
 * Leaves out what the failure does not need: half of it, then quarters, then one by one.
 *
 * @param fails whether a history still fails.
 */
export async function shrink<T>(
  history: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let shortest = history;
  let tries = 0;
  for (let size = Math.ceil(history.length / 2); size >= 1;) {
    let isShorter = false;
    for (let from = 0; from < shortest.length && tries < MOST_TRIES;) {
      const shorter = shortest.toSpliced(from, size);
      tries += 1;
      if (await fails(shorter)) {
        shortest = shorter;
        isShorter = true;
      } else from += size;
    }
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
    if (tries >= MOST_TRIES) break;
  }
  return shortest;
}
