/** The kill switch between its being turned on and off: what is built meanwhile, and what whoever turns it is told. */
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
  test('replaces the worker that is built already, and what would be sent instead of it', () => {
    for (const name of ['index.html', 'sw.js', 'sw.js.br', 'sw.js.gz']) write(`dist/${name}`, 'built');

    expect(turnOnKillSwitch(root)).toContain('npm run kill-switch -- off');

    expect(read('dist/sw.js')).toBe('kill switch');
    expect(existsSync(join(root, 'dist/sw.js.br')) || existsSync(join(root, 'dist/sw.js.gz'))).toBe(false);
    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('replaces the worker of a folder given by name, and stays on for what is built afterwards', () => {
    write('on-the-web/index.html', 'built');

    turnOnKillSwitch(root, join(root, 'on-the-web'));

    expect(read('on-the-web/sw.js')).toBe('kill switch');
    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('does not need an app that is built', () => {
    turnOnKillSwitch(root);

    expect(isKillSwitchOn(root)).toBe(true);
  });

  test('refuses a folder without an app in one line, and does nothing', () => {
    expect(() => turnOnKillSwitch(root, '/nonexistent')).toThrow(/^kill-switch: \/nonexistent に.*がありません。$/);

    expect(isKillSwitchOn(root)).toBe(false);
  });
});

describe('turning it off', () => {
  test('takes its mark away', () => {
    turnOnKillSwitch(root);

    turnOffKillSwitch(root);

    expect(isKillSwitchOn(root)).toBe(false);
  });

  test('says so when it was not on', () => {
    expect(() => turnOffKillSwitch(root)).toThrow('入っていません');
  });
});

describe('a build', () => {
  /** With the one plugin of ours, of a page and a worker that are as small as can be. */
  async function buildByHand(): Promise<void> {
    const { build } = await import('vite');
    const { plugins = [] } = viteConfig({ mode: 'production', command: 'build' });
    const keepKillSwitch = plugins.find((plugin) => plugin && 'name' in plugin && plugin.name === 'keep-kill-switch');
    write('index.html', '<!doctype html>');
    write('public/sw.js', 'worker');
    await build({ root, configFile: false, logLevel: 'silent', plugins: [keepKillSwitch] });
  }

  test('by hand has the kill switch for its worker as long as it is on', async () => {
    turnOnKillSwitch(root);
    await buildByHand();
    expect(read('dist/sw.js')).toBe('kill switch');

    turnOffKillSwitch(root);
    await buildByHand();
    expect(read('dist/sw.js')).toBe('worker');
  });
});

test('git leaves its mark alone', () => {
  expect(readFileSync('.gitignore', 'utf8').split('\n')).toContain('.kill-switch');
});
