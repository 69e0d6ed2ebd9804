/** Checks what the compiler cannot: that each class that a component names is in its style sheet. */
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { readModules } from '@tests/architecture/modules';
import { expect, test } from 'vitest';

/** Lists the classes that a module names, e.g. `classes.row`, but its style sheets do not have. */
function missingClasses(path: string): string[] {
  const text = readFileSync(path, 'utf8');
  return [...text.matchAll(/import (\w+) from '([^']+\.module\.css)'/g)].flatMap(([, name = '', address = '']) => {
    const sheet = address.startsWith('@/') ? join('src', address.slice(2)) : join(dirname(path), address);
    const rules = readFileSync(sheet, 'utf8').replaceAll(/\/\*.*?\*\//gs, '');
    const named = [...text.matchAll(new RegExp(String.raw`(?<![\w.])${name}\.(\w+)`, 'g'))].map(
      ([, word = '']) => word,
    );
    const missing = named.filter(
      (word) => word !== 'module' && !new RegExp(String.raw`\.${word}(?![\w-])`).test(rules),
    );
    return missing.map((word) => `${path}: ${name}.${word}`);
  });
}

test('each class that a component names is in its style sheet', () => {
  const paths = [...readModules(['src']).keys()];
  expect(paths.length).toBeGreaterThan(500);

  expect(paths.flatMap(missingClasses)).toEqual([]);
});
