/**
 * Tests turning the kill switch (a service worker that removes itself) on and off: built files, later builds, and
 * messages.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { isKillSwitchOn, turnOffKillSwitch, turnOnKillSwitch } from '@server/tooling/start/worker-switch.mjs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import viteConfig from '../../../../vite.config.ts';

let root: string;
const write = (path: string, text: string) => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};
const read = (path: string) => readFileSync(join(root, path), 'utf8');

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-switch-'));
  write('sw/kill-switch.js', 'kill switch');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('turning it on', () => {
  test('turning the kill switch on replaces the built worker and removes its compressed copies', () => {
    for (const name of ['index.html', 'sw.js', 'sw.js.br', 'sw.js.gz']) write(`dist/${name}`, 'built');

    expect(turnOnKillSwitch(root)).toContain('npm run kill-switch -- off');

    expect(read('dist/sw.js')).toBe('kill switch');
    expect(existsSync(join(root, 'dist/sw.js.br')) || existsSync(join(root, 'dist/sw.js.gz'))).toBe(false);
    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('turning the kill switch on for a folder replaces its worker, and applies to later builds', () => {
    write('on-the-web/index.html', 'built');

    turnOnKillSwitch(root, join(root, 'on-the-web'));

    expect(read('on-the-web/sw.js')).toBe('kill switch');
    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('the kill switch can be turned on without a built app', () => {
    turnOnKillSwitch(root);

    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('turning the kill switch on for a folder without an app is refused, and changes nothing', () => {
    expect(() => turnOnKillSwitch(root, '/nonexistent')).toThrow(/^kill-switch: \/nonexistent に.*がありません。$/);

    expect(isKillSwitchOn(root)).toBe(false);
  });
});

describe('turning it off', () => {
  test('turning the kill switch off removes its mark file', () => {
    turnOnKillSwitch(root);

    turnOffKillSwitch(root);

    expect(isKillSwitchOn(root)).toBe(false);
  });

  test('turning off a kill switch that is not on is refused', () => {
    expect(() => turnOffKillSwitch(root)).toThrow('入っていません');
  });
});

describe('a build', () => {
  /** Builds a minimal page and service worker with the kill switch's Vite plugin. */
  async function buildByHand(): Promise<void> {
    const { build } = await import('vite');
    const { plugins = [] } = viteConfig({ mode: 'production', command: 'build' });
    const keepKillSwitch = plugins.find((plugin) => plugin && 'name' in plugin && plugin.name === 'keep-kill-switch');
    write('index.html', '<!doctype html>');
    write('public/sw.js', 'worker');
    await build({ root, configFile: false, logLevel: 'silent', plugins: [keepKillSwitch] });
  }

  test('a manual build has the kill switch as its worker while it is on', async () => {
    turnOnKillSwitch(root);
    await buildByHand();
    expect(read('dist/sw.js')).toBe('kill switch');

    turnOffKillSwitch(root);
    await buildByHand();
    expect(read('dist/sw.js')).toBe('worker');
  });
});

test('git ignores the mark file of the kill switch', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.kill-switch');
});
