/** Tests a server that is killed during a backup. */
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { expect, test } from 'vitest';

import { LIMIT_MS, useProcesses } from '../support/processes';

const { makeDataFolder, makeFolder, start } = useProcesses();
const made = expect.stringMatching(/^manabiba-[\d-]+T[\d-]+Z\.tar\.gz$/);
const unfinished = expect.stringMatching(/^\.unfinished-/);

test.each([
  ['packed', ['backup.tar.gz']],
  ['restored in rehearsal', ['backup.tar.gz', 'restored']],
])(
  'fault: the server is killed while a backup is %s → the partial file does not count as a backup, and the next start removes it and makes a backup',
  async (_, inIt) => {
    const folder = join(makeFolder(), 'backups');
    mkdirSync(folder);
    const env = { DATA_DIR: await makeDataFolder(), BACKUP_DIR: folder, BACKUP_EVERY: '1d' };
    const first = await start(env);
    const seen = () => readdirSync(folder).flatMap((name) => readdirSync(join(folder, name)));
    await expect.poll(seen, { timeout: LIMIT_MS, interval: 5 }).toEqual(inIt);
    first.child.kill('SIGKILL');
    await first.exited;
    expect(readdirSync(folder)).toEqual([unfinished]);

    await (
      await start(env)
    ).origin;
    await expect.poll(() => readdirSync(folder), { timeout: LIMIT_MS }).toEqual([made]);
  },
  3 * LIMIT_MS,
);
