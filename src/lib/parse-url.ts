/**
 * Parses URLs of unknown validity: a replacement for `URL.parse`, which Safari before 18, Chrome and Firefox before 126
 * lack (docs/browsers.md).
 */

/** Returns the parsed URL; undefined if the text is not a URL. @param base makes a relative URL absolute. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
