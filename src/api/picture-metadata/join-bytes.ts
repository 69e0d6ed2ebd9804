/** Joins pieces of bytes. */
export function joinBytes(pieces: readonly ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const joined = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    joined.set(piece, at);
    at += piece.length;
  }
  return joined;
}

/** Returns the bytes of a text in Latin-1. */
export function latinBytes(text: string): number[] {
  return Array.from(text, (character) => character.charCodeAt(0));
}

/** Returns true if bytes at a position are a text in Latin-1. */
export function hasLatin(bytes: Uint8Array, at: number, text: string): boolean {
  return latinBytes(text).every((byte, index) => bytes[at + index] === byte);
}
