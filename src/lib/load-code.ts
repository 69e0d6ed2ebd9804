/** Loads code on demand, with retries of its style sheets. */

/** The error message when code cannot be loaded (specification §8). */
export const CHUNK_FAILED = 'Loading chunk failed';

const failed = new Set<HTMLLinkElement>();

// Listen in the capture phase, because an error event does not bubble.
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
 * Loads code with its style sheets. The bundler's loader requests a style sheet only once, even when that failed:
 * without this, code that is loaded again would have no styles.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  await Promise.all([...failed].map(fetchAgain));
  return load();
}
