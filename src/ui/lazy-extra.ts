/** Parts of a screen that come by themselves, whose code is loaded apart. */
import { type ComponentType, lazy } from 'react';

import { loadCode } from '@/lib/load-code';

/** So long after its code could not be had a part asks for it again, ms. */
const CODE_RETRY_MS = 30_000;

/**
 * A part without which the screen still serves: where its code cannot be had, the screen stands without it instead of
 * failing with it, and it comes once the code can be had. What somebody asked for fails with words: that stays `lazy`.
 */
export function lazyExtra<Props extends object = object>(load: () => Promise<ComponentType<Props>>) {
  const get = (): Promise<ComponentType<Props>> =>
    loadCode(load).catch(() => new Promise((resolve) => setTimeout(resolve, CODE_RETRY_MS)).then(get));
  return lazy(() => get().then((component) => ({ default: component })));
}
