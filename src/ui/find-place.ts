/** Finds the element that a URL's hash names. */

function decode(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}

/**
 * Finds the target of a hash.
 *
 * @param hash without its `#`.
 * @returns the element with that id, else the heading of that name; null when there is none (yet).
 */
export function findPlace(hash: string): HTMLElement | null {
  const name = decode(hash);
  // Links from other lessons name a heading by its text.
  return document.getElementById(name) ?? document.getElementById(`h-${name}`);
}
