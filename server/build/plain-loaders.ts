/** Leaves Mantine's transitions out of its buttons, which are in the first load; menus and dialogs keep them. */
import { join } from 'node:path';

import type { Plugin } from 'vite';

const buttons = /\/@mantine\/core\/esm\/components\/(?:Button|ActionIcon)\/\w+\.mjs$/;

/** @param root the project's folder. */
export function plainLoaders(root: string): Plugin {
  return {
    name: 'plain-loaders',
    apply: 'build',
    enforce: 'pre',
    resolveId: (source, importer = '') =>
      source === '../Transition/Transition.mjs' && buttons.test(importer)
        ? join(root, 'src/ui/loader-at-once.ts')
        : undefined,
  };
}
