/** Makes a React component of each imported icon: `~icons/check` draws `check` of src/ui/icons/icon-drawings.ts. */
import type { Plugin } from 'vite';

import { drawings } from '../../../src/ui/icons/icon-drawings.ts';

const PREFIX = '~icons/';

/** Returns the id of the icon's module that an import names; undefined for any other import. */
export const iconId = (source: string) => (source.startsWith(PREFIX) ? `\0${source}` : undefined);

/** @param root the project's folder, with slashes. */
export function icons(root: string): Plugin {
  return {
    name: 'icons',
    enforce: 'pre',
    resolveId: iconId,
    load(id) {
      if (!id.startsWith(`\0${PREFIX}`)) return undefined;
      const name = id.slice(PREFIX.length + 1);
      const paths = drawings[name];
      if (!paths) throw new Error(`src/ui/icons/icon-drawings.ts has no drawing "${name}".`);
      return `import { createIcon } from '${root}/src/ui/icons/create-icon.tsx';
export default /* @__PURE__ */ createIcon(${JSON.stringify(paths.split('|'))}, ${name.endsWith('-filled')});`;
    },
  };
}
