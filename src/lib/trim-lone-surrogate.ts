/** Texts that were cut to a length: 𠮷 and 😀 count as two, and half of one is nothing that is read or stored. */

/** The text without the half of a letter that it may end with. */
export function trimLoneSurrogate(cut: string): string {
  return cut.replace(/\p{Cs}$/u, '');
}
