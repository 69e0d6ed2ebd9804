/** Tests the lock of the data folder: one holder, whatever the path's form and length. */
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { askHolder, lockDataFolder } from '@server/db/data-lock';
import { ConfigError } from '@server/lib/environment';
import { refuseSockets } from '@tests/support/refuse-sockets';
import { afterEach, expect, test, vi } from 'vitest';

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

test.each(['EIO', 'EPERM', 'ENOTSUP', 'EINVAL', 'EACCES', 'EROFS', 'ENOENT'])(
  'fault: the data folder cannot hold a socket (%s) → one line, and no lock is left behind',
  async (code) => {
    const folder = makeFolder();
    const allow = refuseSockets(code);
    const refused = lockDataFolder(folder);

    await expect(refused).rejects.toThrow(ConfigError);
    await expect(refused).rejects.toThrow(
      new RegExp(`^DATA_DIR: ${folder} には、[^\\n]*ソケットを作れません（${code}）。[^\\n]*$`),
    );
    allow();
    (await lockDataFolder(folder))();
  },
);

test('fault: a socket file is left behind, or a copy made a plain file of it → the data folder is locked', async () => {
  const folder = makeFolder();
  writeFileSync(join(folder, 'lock'), '');

  expect(await askHolder(folder, 'x')).toBeUndefined();
  (await lockDataFolder(folder))();
});

test('fault: something else has the name of the lock → one line', async () => {
  const folder = makeFolder();
  mkdirSync(join(folder, 'lock'));

  await expect(lockDataFolder(folder)).rejects.toThrow(/^DATA_DIR: .* には、/);
});

test.each(['EACCES', 'EAGAIN'])(
  'fault: whether a process holds the lock cannot be asked (%s) → the lock is not taken from it',
  async (code) => {
    const folder = makeFolder();
    writeFileSync(join(folder, 'lock'), 'not taken');
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function fail(this: Socket) {
      process.nextTick(() => this.emit('error', Object.assign(new Error(code), { code })));
      return this;
    });

    await expect(lockDataFolder(folder)).rejects.toThrow('別のサーバー');
    await expect(askHolder(folder, 'x')).rejects.toThrow(`問い合わせられません（${code}）`);
  },
);

test('fault: the paths of the data folder and of TMPDIR are too long for a socket → one line that names TMPDIR', async () => {
  const folder = makeFolder('x'.repeat(100));
  vi.stubEnv('TMPDIR', folder);

  const locking = lockDataFolder(folder);

  await expect(locking).rejects.toThrow(/^TMPDIR: .* はソケットの名前には長すぎます[^\n]*$/);
  await expect(locking).rejects.toThrow(ConfigError);
});
