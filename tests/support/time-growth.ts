/** Measures how the time of a function grows with the length of a text. */

/**
 * Returns the ratio of the times for a text of 64,000 characters and one of 8,000: 8 if the time grows linearly, 64 if it grows with the
 * square of the length. Each time is the minimum of several runs, because other processes share the machine.
 *
 * @param piece repeated to make the texts. @param enough stops below this ratio.
 */
export function growthOf(run: (text: string) => unknown, piece: string, enough: number): number {
  const timeOf = (length: number) => {
    const text = piece.repeat(length / piece.length);
    const startedAt = performance.now();
    run(text);
    return performance.now() - startedAt;
  };
  let [longest, shortest] = [timeOf(64_000), timeOf(8000)];
  for (let turn = 0; turn < 100 && longest / shortest >= enough; turn += 1) {
    longest = Math.min(longest, timeOf(64_000));
    shortest = Math.min(shortest, timeOf(8000));
  }
  return longest / shortest;
}
