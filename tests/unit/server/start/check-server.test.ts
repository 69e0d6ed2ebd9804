/** Tests the command `npm run check-server` as a process, with and without a dialect. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEMO_PASSWORD } from '@server/demo/people';
import { type ChangedServer, changing, startChangedServer } from '@tests/support/changed-server';
import { startFastApi } from '@tests/support/foreign-servers';
import { afterAll, beforeAll, expect, test } from 'vitest';

import { useTestServer } from '../support/test-server';

const server = useTestServer();
let changed: ChangedServer;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-dialect-'));
  const rename = ({ title, ...lesson }: { title: string }) => ({ ...lesson, lesson_title: title });
  changed = await startChangedServer(server.origin, changing(/\/lessons\/[^/]+$/, rename));
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await changed.stop();
});

/** Runs the command as a learner. */
function run(origin: string, args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const all = ['server/tooling/start/check-server.mjs', origin, '--student', 'student', ...args];
  const env = { ...process.env, CHECK_PASSWORD: DEMO_PASSWORD };
  return new Promise((done) => {
    execFile(process.execPath, all, { env }, (error, stdout, stderr) =>
      done({ code: error ? Number(error.code) : 0, stdout, stderr }),
    );
  });
}

const failures = (stdout: string): object[] =>
  JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'fail');

/** Checks through a dialect. @returns the exit code and the findings that failed. */
async function check(toApp: string): Promise<{ code: number; findings: object[] }> {
  const file = join(folder, 'ours.ts');
  writeFileSync(file, `export const dialect = { version: '1', toApp: (body: any, { path }: any) => ${toApp} };\n`);
  const { code, stdout } = await run(changed.origin, ['--json', '--dialect', file]);
  return { code, findings: failures(stdout) };
}

test('--init writes a first dialect, with which fewer calls of a fastapi server fail, and never overwrites a file', async () => {
  const foreign = await startFastApi(server.origin);
  const file = join(folder, 'first.ts');
  const before = failures((await run(foreign.origin, ['--json'])).stdout);
  expect((await run(foreign.origin, ['--init', file])).code).toBe(0);
  const after = failures((await run(foreign.origin, ['--json', '--dialect', file])).stdout);
  const again = await run(foreign.origin, ['--init', file]);
  await foreign.dispose();

  expect(before.length).toBeGreaterThan(after.length + 3);
  expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining('はすでにあります。上書きしません。') });
}, 240_000);

test('a dialect that reads the other name of a field makes the server fit', async () => {
  expect(await check('body.lesson_title ? { ...body, title: body.lesson_title } : body')).toEqual({
    code: 0,
    findings: [],
  });
});

test('a dialect that throws is named with call and field, without the value', async () => {
  const { code, findings } = await check(
    "path === '/me/company' ? body.name.first.letter : body.lesson_title ? { ...body, title: body.lesson_title } : body",
  );

  expect({ code, findings }).toEqual({
    code: 1,
    findings: [
      {
        state: 'fail',
        about: 'GET /me/company',
        words: expect.stringMatching(/^dialect: [^（]*me\/company\.name/),
        roles: ['STUDENT'],
      },
    ],
  });
});
