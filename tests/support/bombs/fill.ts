/** Helps to make hostile texts of a given length by repeating a piece. */

export interface Bomb {
  name: string;
  text: string;
}

/** The longest text that is laid out, minus room for the words around it. */
export const FULL = 100_000;

/** Returns a text that repeats a piece up to a length. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}
