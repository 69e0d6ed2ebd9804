/** What bombs are made of. */

export interface Bomb {
  name: string;
  text: string;
}

/** As long as a text is laid out, with room for the words around it. */
export const FULL = 100_000;

/** A text of a piece, over and over. */
export function fill(piece: string, length: number): string {
  return piece.repeat(Math.max(1, Math.floor(length / piece.length)));
}
