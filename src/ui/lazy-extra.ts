/** Lazily loaded parts of a screen that appear without a press. */
import { type ComponentType, lazy } from 'react';

import { loadCode } from '@/lib/load-code';

/** Interval between attempts to load the code. */
const CODE_RETRY_MS = 30_000;

/**
 * Creates an optional part: while its code cannot be loaded, the screen works without the part, which appears once a
 * retry succeeds. Parts that open on a press use `lazyAsked`.
 */
export function lazyExtra<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  const get = (): Promise<ComponentType<Props>> =>
    loadCode(load).catch(() => new Promise((resolve) => setTimeout(resolve, CODE_RETRY_MS)).then(get));
  return lazy(() => get().then((component) => ({ default: component })));
}
