/** Tests failing backups: a full disk, old backups in /readyz and metrics, and the output of `npm run backup`. */
import { execFile } from 'node:child_process';
import fs, { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { askHolder } from '@server/db/data-lock';
import { makeBackup } from '@server/ops/backup/make-backup';
import { ensureServerBuild } from '@server/tooling/start/server-build.mjs';
import { startTestServer } from '@tests/support/server';
import { copyTemplateDatabase } from '@tests/support/template-database';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';

import { LIMIT_MS } from './support/processes';

const DAY_MS = 86_400_000;
const made = expect.stringMatching(/^manabiba-[\d-]+T[\d-]+Z\.tar\.gz$/);
let root: string;
let dataDir: string;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'manabiba-backups-'));
  dataDir = join(root, 'data');
  await copyTemplateDatabase(dataDir);
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
function newFolder(): string {
  const folder = join(root, String((count += 1)));
  mkdirSync(folder);
  return folder;
}

/**
 * Makes writes to file streams of this process fail with a system error.
 *
 * @returns a function that lets them succeed again.
 */
function fillDisk(): () => void {
  const fail = (...args: unknown[]) => {
    const done = args.at(-1) as (error: Error) => void;
    done(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' }));
  };
  const spies = [vi.spyOn(fs, 'write'), vi.spyOn(fs, 'writev')];
  for (const spy of spies) spy.mockImplementation(fail as never);
  syncBuiltinESMExports();
  return () => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  };
}

test(
  'fault: the disk is full while a backup is packed → the backup fails, leaves no file, and the next one succeeds',
  async () => {
    const folder = newFolder();
    const yes = join(newFolder(), 'yes.mjs');
    writeFileSync(yes, '');
    const make = () =>
      makeBackup(
        { folder: join(dataDir, 'database'), version: '0.1.0' },
        { folder, keep: 2 },
        new AbortController().signal,
        yes,
      );
    const repair = fillDisk();
    try {
      await expect(make()).rejects.toThrow(/ENOSPC/);
    } finally {
      repair();
    }
    expect(readdirSync(folder)).toEqual([]);

    await make();
    expect(readdirSync(folder)).toEqual([made]);
  },
  LIMIT_MS,
);

test(
  'fault: a running server is asked for a backup on a full disk → one line in the response and log, `failed` in /readyz and metrics',
  async () => {
    const complain = vi.spyOn(console, 'error').mockReturnValue();
    const backup = { folder: newFolder(), everyMs: undefined, keep: 2 };
    const server = await startTestServer({ backup, metrics: { host: 'localhost', port: 0 } });
    const repair = fillDisk();
    try {
      const heard = await askHolder(server.dataDir, JSON.stringify({ backup: { folder: backup.folder, keep: 2 } }));
      expect(JSON.parse(heard ?? '')).toEqual({ error: '空き容量が足りません（ENOSPC）。' });
      expect(complain.mock.lastCall?.[0]).toMatch(/BACKUP_DIR: バックアップを作れませんでした。空き容量が足りません/);
      expect((await server.call('GET', '/readyz')).body).toMatchObject({ backup: 'failed' });
      const metrics = await (await fetch(`${server.metricsOrigin}/metrics`)).text();
      expect(metrics).toMatch(/^manabiba_backup_health\{state="failed"\} 1$/m);
    } finally {
      repair();
      complain.mockRestore();
      await server.stop();
    }
  },
  LIMIT_MS,
);

test(
  'the server removes unfinished backups of an earlier process soon after the start, also if no backup is due',
  async () => {
    const folder = newFolder();
    mkdirSync(join(folder, '.unfinished-of-before/restored'), { recursive: true });
    writeFileSync(join(folder, 'of-today.tar.gz'), '');
    const server = await startTestServer({ backup: { folder, everyMs: DAY_MS, keep: 2 } });
    try {
      await expect.poll(() => readdirSync(folder)).toEqual(['of-today.tar.gz']);
    } finally {
      await server.stop();
    }
  },
  LIMIT_MS,
);

describe('/readyz and metrics report backups', () => {
  test.each([
    ['none', undefined],
    ['ok', 1],
    ['ok', 1.5],
    ['old', 2.5],
  ])('/readyz and metrics report `%s` when the newest backup is %s days old', async (state, days) => {
    const folder = newFolder();
    const file = join(folder, 'yesterday.dump');
    const at = Date.now() / 1000 - (days ?? 0) * (DAY_MS / 1000);
    if (days !== undefined) {
      writeFileSync(file, '');
      utimesSync(file, at, at);
    }
    const backup = { folder, everyMs: undefined, keep: 2 };
    const server = await startTestServer({ backup, metrics: { host: 'localhost', port: 0 } });
    try {
      expect((await server.call('GET', '/readyz')).body).toMatchObject({ backup: state });
      const metrics = await (await fetch(`${server.metricsOrigin}/metrics`)).text();
      expect(metrics).toMatch(new RegExp(`^manabiba_backup_health\\{state="${state}"\\} 1$`, 'm'));
      if (days !== undefined) expect(metrics).toMatch(/^manabiba_backup_newest_timestamp_seconds \d+/m);
    } finally {
      await server.stop();
    }
  });
});

describe('npm run backup', () => {
  const run = async (env: Record<string, string>) => {
    const program = fileURLToPath((await ensureServerBuild('.')).backup);
    return new Promise<{ code: unknown; out: string; err: string }>((done) =>
      execFile(process.execPath, [program], { env: { PATH: process.env.PATH, ...env } }, (error, out, err) =>
        done({ code: error?.code ?? 0, out, err }),
      ),
    );
  };

  test(
    'npm run backup makes a backup without a running server, and prints one line',
    async () => {
      const folder = newFolder();
      const { code, out, err } = await run({ DATA_DIR: dataDir, BACKUP_DIR: folder });
      expect({ code, err }).toEqual({ code: 0, err: '' });
      expect(out).toMatch(/^バックアップを作りました: \S+\.tar\.gz（[^\n]+）\n$/);
      expect(readdirSync(folder)).toEqual([made]);
    },
    LIMIT_MS,
  );

  test.each([
    ['without BACKUP_DIR', () => ({}), /^BACKUP_DIR: /],
    ['with a folder that is not there', () => ({ BACKUP_DIR: join(root, 'no') }), /^BACKUP_DIR: .*（ENOENT）/],
    ['inside of what is backed up', () => ({ BACKUP_DIR: dataDir }), /^BACKUP_DIR と DATA_DIR: /],
    [
      'without a database',
      () => ({ BACKUP_DIR: newFolder(), DATA_DIR: newFolder() }),
      /^DATA_DIR: .*データベースがありません/,
    ],
    [
      'with a PostgreSQL',
      () => ({ BACKUP_DIR: newFolder(), DATABASE_URL: 'postgres://x/y' }),
      /^DATABASE_URL: .*pg_dump/,
    ],
  ])('npm run backup %s prints one line and exits with 1', async (_, env, words) => {
    const { code, out, err } = await run({ DATA_DIR: dataDir, ...env() });
    expect({ code, out }).toEqual({ code: 1, out: '' });
    expect(err).toMatch(words);
    expect(err.trim().split('\n')).toHaveLength(1);
  });
});
