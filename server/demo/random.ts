/** A seeded random generator, so that every first start generates the same demo history. */

/** Creates a generator of numbers from 0 to 1 (mulberry32, seeded with a hash of the name). */
export function createRandom(name: string): () => number {
  let state = Buffer.from(name).reduce((hash, byte) => Math.imul(hash ^ byte, 16_777_619), 2_166_136_261);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
