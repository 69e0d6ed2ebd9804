/** Tests the lock of the data folder: one holder, whatever the path's form and length. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { lockDataFolder } from '@server/db/data-lock';
import { afterEach, expect, test } from 'vitest';

const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function makeFolder(...below: string[]): string {
  const base = mkdtempSync(join(tmpdir(), 'manabiba-lock-'));
  folders.push(base);
  const folder = join(base, ...below);
  mkdirSync(folder, { recursive: true });
  return folder;
}

test.each([
  ['a short path', []],
  ['a path too long for a socket', ['x'.repeat(100), '日本語'.repeat(20)]],
])('a second lock of a folder with %s is refused until the first is released', async (_name, below) => {
  const folder = makeFolder(...below);
  const unlock = await lockDataFolder(folder);

  await expect(lockDataFolder(folder)).rejects.toThrow('別のサーバー');
  unlock();
  const unlockAgain = await lockDataFolder(folder);
  unlockAgain();
});

test('a symbolic link to a locked data folder is locked too', async () => {
  const folder = makeFolder();
  const link = join(makeFolder(), 'link');
  symlinkSync(folder, link);
  const unlock = await lockDataFolder(folder);

  await expect(lockDataFolder(link)).rejects.toThrow('別のサーバー');
  unlock();
});

test('fault: the holder releases the data folder’s lock while another process checks it → the other process gets it', async () => {
  const folder = makeFolder();
  const unlock = await lockDataFolder(folder);
  const second = lockDataFolder(folder);
  unlock();
  (await second)();
});

test('of ten concurrent attempts to lock a data folder one succeeds', async () => {
  const folder = makeFolder();
  const settled = await Promise.allSettled(Array.from({ length: 10 }, () => lockDataFolder(folder)));
  const winners = settled.filter((result) => result.status === 'fulfilled');
  for (const winner of winners) winner.value();

  expect(winners).toHaveLength(1);
});
