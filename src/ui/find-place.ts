/** The place in a screen that an address names. */

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * @param hash of an address, without its `#`
 * @returns the element of that id, else a text's heading of that name; null where none stands (yet)
 */
export function findPlace(hash: string): HTMLElement | null {
  const name = decode(hash);
  // A link from another lesson knows the heading by its words.
  return document.getElementById(name) ?? document.getElementById(`h-${name}`);
}
