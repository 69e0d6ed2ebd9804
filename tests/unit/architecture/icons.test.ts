/** Checks that the drawings of icons are exactly those that the app imports. */
import { readModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

import { drawings } from '@/ui/icons/icon-drawings';

test('the drawings are exactly those that the app imports, each under one name', () => {
  const imports = [...readModules(['src']).values()].flatMap(({ source }) =>
    [...source.matchAll(/^import (\w+) from '~icons\/([^']+)';$/gm)].map(([, local, name]) => `${name} ${local}`),
  );
  const pascal = (name: string) => name.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());

  expect([...new Set(imports)].toSorted()).toEqual(
    Object.keys(drawings)
      .map((name) => `${name} Icon${pascal(name)}`)
      .toSorted(),
  );
});
