/** Measures how the time of a function grows with the length of a text. */

/**
 * A time for 64,000 characters, ms, that counts as linear without a comparison: it is short enough for any user, and
 * ratios of shorter times vary with the JavaScript engine's caches and compilation.
 */
const HARMLESS_MS = 50;

/**
 * Returns the ratio of the times for a text of 64,000 characters and one of 8,000: 8 if the time grows linearly, 64 if
 * it grows with the square of the length, 0 if the time is too short to tell. Each time is the minimum of several runs,
 * because other processes share the machine.
 *
 * @param piece repeated to make the texts. @param enough stops below this ratio.
 */
export async function growthOf(run: (text: string) => unknown, piece: string, enough: number): Promise<number> {
  const timeOf = async (length: number) => {
    const text = piece.repeat(length / piece.length);
    const startedAt = performance.now();
    await run(text);
    return performance.now() - startedAt;
  };
  let [longest, shortest] = [await timeOf(64_000), await timeOf(8000)];
  for (let turn = 0; turn < 100 && longest >= HARMLESS_MS && longest / shortest >= enough; turn += 1) {
    longest = Math.min(longest, await timeOf(64_000));
    shortest = Math.min(shortest, await timeOf(8000));
  }
  return longest < HARMLESS_MS ? 0 : longest / shortest;
}
