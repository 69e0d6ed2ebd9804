/** Tests when `npm start` installs, and when it does not. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { arePackagesInstalled } from '@server/tooling/start/packages.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';

const react = { version: '19.3.1', integrity: 'sha512-a' };
const forTests = { version: '4.1.12', integrity: 'sha512-c', dev: true };
const forAnotherPlatform = { version: '1.0.0', integrity: 'sha512-b', optional: true };

let root: string;
const lock = (packages: object) => writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages }));
const installed = (packages: object) =>
  writeFileSync(join(root, 'node_modules/.package-lock.json'), JSON.stringify({ packages }));

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-packages-'));
  mkdirSync(join(root, 'node_modules'));
  lock({ '': { name: 'manabiba' }, 'node_modules/react': react, 'node_modules/fsevents': forAnotherPlatform });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

test('the installed packages of this project match its lock file: otherwise each start would install again', () => {
  expect(arePackagesInstalled(process.cwd(), 'all')).toBe(true);
});

test('packages count as installed when npm recorded all but optional packages', () => {
  installed({ 'node_modules/react': react });

  expect(arePackagesInstalled(root, 'all')).toBe(true);
});

test('packages count as not installed without node_modules', () => {
  rmSync(join(root, 'node_modules'), { recursive: true });

  expect(arePackagesInstalled(root, 'all')).toBe(false);
});

test('packages count as not installed while npm’s record of them is missing, as after an interrupted install', () => {
  expect(arePackagesInstalled(root, 'all')).toBe(false);
});

test.each([
  ['a package is missing', {}],
  ['a version differs', { 'node_modules/react': { ...react, version: '19.3.0' } }],
  ['the contents differ', { 'node_modules/react': { ...react, integrity: 'sha512-other' } }],
])('packages count as not installed when %s', (_what, packages) => {
  installed(packages);

  expect(arePackagesInstalled(root, 'all')).toBe(false);
});

test('a start needs no packages of tests, and tests find out that they are missing', () => {
  lock({ 'node_modules/react': react, 'node_modules/vitest': forTests });
  installed({ 'node_modules/react': react });

  expect(arePackagesInstalled(root, 'to run')).toBe(true);
  expect(arePackagesInstalled(root, 'all')).toBe(false);
});
