/** Loads what is loaded apart, and may have failed before. */

/** What is reported when code does not arrive (specification §8). */
export const CHUNK_FAILED = 'Loading chunk failed';

const failed = new Set<HTMLLinkElement>();

// It does not bubble.
document.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') failed.add(target);
  },
  true,
);

function fetchAgain(link: HTMLLinkElement): Promise<void> {
  failed.delete(link);
  const again = link.cloneNode() as HTMLLinkElement;
  const fetched = new Promise<void>((resolve, reject) => {
    again.addEventListener('load', () => resolve());
    again.addEventListener('error', () => reject(new Error(CHUNK_FAILED)));
  });
  link.replaceWith(again);
  return fetched;
}

/**
 * Loads code with its styles. The bundler's own loader asks for a style sheet once, whatever came of it: code that is
 * asked for again would come without.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.all([...failed].map(fetchAgain));
  return load();
}
