/** Tests programs that a start runs: their signs of life, and their end with the start. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { runQuietly } from '@server/tooling/start/commands.mjs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-commands-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Runs a script in another process of Node. */
const run = (script: string, options: object = {}) =>
  runQuietly(process.execPath, ['--input-type=module', '-e', script], { cwd: folder, failure: '失敗。', ...options });

test('a program that takes long is reported at its start, every 4 seconds, and at its end', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'] });
  const said: string[] = [];
  const progress = { say: (line: string) => void said.push(line), doing: '入れています', done: '入れました' };
  const running = run(
    `import { existsSync } from 'node:fs'; setInterval(() => existsSync('go') && process.exit(), 20)`,
    {
      progress,
    },
  );
  vi.advanceTimersByTime(8000);
  writeFileSync(join(folder, 'go'), '');
  await running;
  vi.advanceTimersByTime(8000);

  expect(said).toEqual(['入れています…', '入れています…（4秒）', '入れています…（8秒）', '入れました（8秒）。']);
});

test('if one of two programs fails, the start ends with its output and sentence, and the other program ends too', async () => {
  const commands = pathToFileURL('server/tooling/start/commands.mjs').href;
  const lives = `import { writeFileSync } from 'node:fs'; writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)`;
  const fails = `import { existsSync } from 'node:fs'; setInterval(() => { if (!existsSync('pid')) return; console.error('理由'); process.exit(3) }, 20)`;
  const start = `
    import { exitWith, runQuietly } from ${JSON.stringify(commands)};
    const run = (script, failure) => runQuietly(process.execPath, ['--input-type=module', '-e', script], { cwd: '.', failure });
    Promise.all([run(${JSON.stringify(lives)}, 'A'), run(${JSON.stringify(fails)}, 'B')]).catch(exitWith);`;

  await expect(run(start)).rejects.toThrow(/^理由\n\nB\n\n失敗。$/);
  const pid = Number(readFileSync(join(folder, 'pid'), 'utf8'));
  await vi.waitFor(() => expect(isRunning(pid)).toBe(false));
});

/** Returns true if a process runs; one that ended and was not reaped yet does not. */
function isRunning(pid: number): boolean {
  const status = `/proc/${pid}/status`;
  return existsSync(status) && !/^State:\s+Z/m.test(readFileSync(status, 'utf8'));
}
