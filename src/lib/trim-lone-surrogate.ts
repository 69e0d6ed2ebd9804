/**
 * Cuts texts safely: characters such as 𠮷 and 😀 are two UTF-16 code units each, and half of one is neither readable
 * nor storable.
 */

/** Returns the text without a lone surrogate at its end. */
export function trimLoneSurrogate(cut: string): string {
  return cut.replace(/\p{Cs}$/u, '');
}
