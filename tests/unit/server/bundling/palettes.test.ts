/** Checks that the app uses no palette that the build removes from the styles. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { dropUnusedPalettes, unusedPalettes } from '@server/tooling/bundling/palettes';
import { expect, test } from 'vitest';

const names = unusedPalettes.join('|');

test('no source uses a removed palette, by its name or its variables', () => {
  // Matches color="blue", 'blue.6' and var(--mantine-color-blue-6).
  const named = new RegExp(`["'\`](?:${names})(?:\\.\\d)?["'\`]|--mantine-color-(?:${names})-`);
  const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(tsx?|css)$/.test(path),
  );

  expect(sources.length).toBeGreaterThan(300);
  expect(sources.filter((path) => named.test(readFileSync(join('src', path), 'utf8')))).toEqual([]);
});

test.each([
  ['--mantine-color-blue-6', false],
  ['--mantine-color-grape-light-hover', false],
  ['--mantine-color-red-6', true],
  ['--mantine-color-body', true],
  ['color', true],
])('the CSS declaration of %s is kept: %s', (prop, stays) => {
  let isThere = true;
  dropUnusedPalettes.Declaration({ prop, remove: () => (isThere = false) });
  expect(isThere).toBe(stays);
});
