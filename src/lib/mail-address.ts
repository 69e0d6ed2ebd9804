/** Builds `mailto:` links. */

/** Returns a `mailto:` link; characters that would add a field or a second address are encoded. Source: RFC 6068. */
export function mailtoOf(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll('%40', '@')}`;
}
