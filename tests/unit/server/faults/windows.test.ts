/** Tests the start, backups and restores with Windows' rules for fsync, and the npm scripts with cmd.exe's words. */
import fs, { mkdtempSync, rmSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openPGlite } from '@server/db/open-pglite';
import { needsShell } from '@server/tooling/start/commands.mjs';
import { sql } from 'drizzle-orm';
import { beforeEach, expect, onTestFinished, test } from 'vitest';

import packageJson from '../../../../package.json' with { type: 'json' };

function setPlatform(platform: string): void {
  const own = Object.getOwnPropertyDescriptor(process, 'platform') ?? {};
  Object.defineProperty(process, 'platform', { ...own, value: platform });
  onTestFinished(() => void Object.defineProperty(process, 'platform', own));
}

/**
 * Makes fsync refuse folders, and files that are opened only for reading, as Windows does.
 *
 * @returns the refused things.
 */
function refuseFsync(): { refused: string[]; allow: () => void } {
  const { openSync, fsyncSync, fdatasyncSync } = fs;
  const opened = new Map<number, { path: string; flags: unknown }>();
  const refused: string[] = [];
  fs.openSync = ((path: string, flags: unknown, mode: undefined) => {
    const handle = openSync(path, flags as string, mode);
    opened.set(handle, { path, flags });
    return handle;
  }) as typeof fs.openSync;
  const refusing = (sync: (handle: number) => void) => (handle: number) => {
    const { path = '', flags } = opened.get(handle) ?? {};
    // PostgreSQL's own flags are numbers, of which 0 is O_RDONLY.
    const isReading = flags === 'r' || (typeof flags === 'number' && (flags & 3) === 0);
    if (!isReading) return sync(handle);
    refused.push(`${fs.statSync(path).isDirectory() ? 'folder' : 'file'} ${path}`);
    throw Object.assign(new Error('EPERM: operation not permitted, fsync'), { code: 'EPERM', syscall: 'fsync' });
  };
  fs.fsyncSync = refusing(fsyncSync);
  fs.fdatasyncSync = refusing(fdatasyncSync);
  syncBuiltinESMExports();
  const allow = () => {
    Object.assign(fs, { openSync, fsyncSync, fdatasyncSync });
    syncBuiltinESMExports();
  };
  onTestFinished(allow);
  return { refused, allow };
}

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-windows-'));
  return () => rmSync(folder, { recursive: true, force: true });
});

test('fault: Windows refuses fsync of folders and of files opened for reading → a new data folder opens, saves and opens again', async () => {
  setPlatform('win32');
  const { refused } = refuseFsync();
  const first = await openPGlite(folder);
  await first.database.execute(sql`create table kept (id int)`);
  await first.database.execute(sql`insert into kept values (1)`);
  await first.database.execute(sql`checkpoint`);
  await first.close();
  const second = await openPGlite(folder);
  const kept = await second.database.execute(sql`select id from kept`);
  await second.close();

  expect(kept).toMatchObject({ rows: [{ id: 1 }] });
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.filter((thing) => !thing.startsWith('folder '))).toEqual([]);
});

test('fault: another system than Windows refuses fsync of a folder → one line without a restore, and the next start makes the folder again', async () => {
  const allow = refuseFsync().allow;
  const opening = openPGlite(folder);

  await expect(opening).rejects.toThrow(
    /^DATA_DIR: .* に新しいデータベースを作れません（空き容量 \d+ MB、EPERM）。(?!.*restore)[^\n]*$/,
  );
  allow();
  await (await openPGlite(folder)).close();
});

test('npm scripts use only words that cmd.exe knows', () => {
  const scripts = Object.values(packageJson.scripts);

  expect(scripts.filter((script) => !/^(node|tsx|tsc|vitest|oxlint|oxfmt) /.test(`${script} `))).toEqual([]);
  expect(scripts.filter((script) => /['$;]|\\|[^&]&[^&]/.test(script))).toEqual([]);
});

test('only npm is started by a shell on Windows, which would split a path at its spaces', () => {
  expect(needsShell('npm')).toBe(false);
  setPlatform('win32');
  expect(needsShell('npm')).toBe(true);
  expect(needsShell(String.raw`C:\Program Files\nodejs\node.exe`)).toBe(false);
});
