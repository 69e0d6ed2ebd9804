/**
 * Checks that each module imports the style sheets of the Mantine components that it uses, so that it does not depend
 * on modules loaded earlier.
 */
import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { readModules, root } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

const mantine = join(root, 'node_modules/@mantine/core');
const sheetOf = (name: string) => `@mantine/core/styles/${name}.layer.css`;
const read = (path: string) => readFileSync(path, 'utf8');

/** Mantine component → the parts that it imports, but does not render in the way in which this app uses it. */
const notDrawn: Record<string, readonly string[]> = {
  Modal: ['ScrollArea'],
  Drawer: ['ScrollArea'],
  Menu: ['Overlay'],
  Checkbox: ['CheckboxCard', 'CheckboxIndicator'],
  Radio: ['RadioCard', 'RadioIndicator'],
  // Exception: the build replaces this part (server/tooling/bundling/plain-parts.ts).
  SegmentedControl: ['FloatingIndicator'],
};

/** Returns the modules that a Mantine module imports, directly or through other modules. */
function reach(path: string, seen: Set<string>): Set<string> {
  if (seen.has(path) || !existsSync(path)) return seen;
  seen.add(path);
  for (const [, source = ''] of read(path).matchAll(/from "(\.[^"]+)"/g)) reach(join(dirname(path), source), seen);
  return seen;
}

/** Mantine component → the path of its module. */
const places = new Map(
  [...read(join(mantine, 'esm/index.mjs')).matchAll(/from "(\.\/components\/[^"]+\/(\w+)\.mjs)"/g)].map(
    ([, source = '', name = '']) => [name, join(mantine, 'esm', source)],
  ),
);

/** Returns the Mantine components that a module imports. */
const takenIn = (source: string) =>
  [...source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(
    ([, names = '']) => names.match(/\w+/g) ?? [],
  );

/** Returns the names of a component's style sheets, including those of the components it renders. */
function sheetsOf(component: string): string[] {
  const place = places.get(component);
  if (!place) return [];
  const names = [...reach(place, new Set())].flatMap((path) => /^(\w+)\.module\.mjs$/.exec(basename(path))?.[1] ?? []);
  const drawn = names.filter((name) => !notDrawn[component]?.includes(name));
  return drawn.filter((name) => existsSync(join(mantine, 'styles', `${name}.layer.css`)));
}

test('a module imports the style sheets of its Mantine components, unless the app’s first load has them', () => {
  const first = read(join(root, 'src/ui/mantine-styles.css'));
  const missing = [...readModules(['src']).values()].flatMap(({ path, source }) =>
    takenIn(source)
      .flatMap(sheetsOf)
      .filter((name) => !first.includes(`/${name}.css'`) && !source.includes(`'${sheetOf(name)}'`))
      .map((name) => `${path}: ${sheetOf(name)}`),
  );

  expect(sheetsOf('NativeSelect')).toContain('Combobox');
  expect([...new Set(missing)]).toEqual([]);
});
