/** Shrinks a failing history, so that a person can read it. */

/** The maximum number of shorter histories that are tried. */
const MAX_TRIES = 400;

/**
 * Removes operations that the failure does not need: halves, then quarters, then single ones.
 *
 * @param fails resolves to true if a history still fails.
 */
export async function shrink<T>(
  history: readonly T[],
  fails: (shorter: readonly T[]) => Promise<boolean>,
): Promise<readonly T[]> {
  let shortest = history;
  let tries = 0;
  for (let size = Math.ceil(history.length / 2); size >= 1;) {
    let isShorter = false;
    for (let from = 0; from < shortest.length && tries < MAX_TRIES;) {
      const shorter = shortest.toSpliced(from, size);
      tries += 1;
      if (await fails(shorter)) {
        shortest = shorter;
        isShorter = true;
      } else from += size;
    }
    if (size === 1 && !isShorter) break;
    size = size === 1 ? 1 : Math.ceil(size / 2);
    if (tries >= MAX_TRIES) break;
  }
  return shortest;
}
