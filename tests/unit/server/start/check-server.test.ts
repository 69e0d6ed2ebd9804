/** Tests the command `npm run check-server` as a process, with and without a dialect. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { DEMO_PASSWORD } from '@server/demo/people';
import { type ChangedServer, changing, startChangedServer } from '@tests/support/changed-server';
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

/** Runs the command as a learner. @returns its exit code and its findings that did not pass. */
function check(toApp: string): Promise<{ code: number; findings: object[] }> {
  const file = join(folder, 'ours.ts');
  writeFileSync(file, `export const dialect = { version: '1', toApp: (body: any, { path }: any) => ${toApp} };\n`);
  const args = ['server/tooling/start/check-server.mjs', changed.origin, '--student', 'student', '--json'];
  const env = { ...process.env, CHECK_PASSWORD: DEMO_PASSWORD };
  return new Promise((done) => {
    execFile(process.execPath, [...args, '--dialect', file], { env }, (error, stdout) => {
      const findings = JSON.parse(stdout).filter(({ state }: { state: string }) => state === 'fail');
      done({ code: error ? Number(error.code) : 0, findings });
    });
  });
}

test('a dialect that reads the other name of a field makes the server fit', async () => {
  expect(await check('body.lesson_title ? { ...body, title: body.lesson_title } : body')).toEqual({
    code: 0,
    findings: [],
  });
}, 120_000);

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
}, 120_000);
