/** Tests the first dialect that `npm run check-server -- --init FILE` writes, on servers of other styles. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { DEMO_PASSWORD } from '@server/demo/people';
import { readArguments } from '@server/ops/check-server/arguments';
import { connect } from '@server/ops/check-server/connection';
import { initDialect } from '@server/ops/check-server/init-dialect';
import { toDialectFile } from '@server/ops/check-server/mend';
import { readAll } from '@server/ops/check-server/read-checks';
import { type Asker, signIn } from '@server/ops/check-server/sign-in-checks';
import { type ForeignServer, startDrf, startFastApi } from '@tests/support/foreign-servers';
import { afterEach, expect, test } from 'vitest';

import { dialect as drf } from '@/api/dialects/drf';
import { dialect as fastapi } from '@/api/dialects/fastapi';
import { MINUTE_MS } from '@/lib/constants';

import { useTestServer } from './support/test-server';

const server = useTestServer();
let foreign: ForeignServer | undefined;
afterEach(async () => {
  await foreign?.dispose();
  foreign = undefined;
});

/** Compiles files as a dialect is compiled in the project. @throws with the compiler's words. */
function compile(texts: readonly string[]): void {
  const folder = mkdtempSync(join(tmpdir(), 'manabiba-init-'));
  texts.forEach((text, place) => writeFileSync(join(folder, `dialect${place}.ts`), text));
  const options = {
    extends: resolve('tsconfig.json'),
    compilerOptions: { types: [] },
    include: ['*.ts'],
    references: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(options));
  try {
    execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder], {
      stdio: 'pipe',
      encoding: 'utf8',
    });
  } catch (error) {
    throw new Error((error as { stdout: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const init = ({ origin }: ForeignServer) =>
  initDialect({
    ...readArguments([origin, '--student=student'], { CHECK_PASSWORD: DEMO_PASSWORD }),
    limitMs: 10 * MINUTE_MS,
  });

/** Returns the code without line breaks and indents. */
const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ');

test('the first dialect of a drf server declares slashes, lists, key case, errors, and the id of the token, and is valid TypeScript', async () => {
  foreign = await startDrf(server.origin);
  const text = await init(foreign);

  expect(inOneLine(text)).toContain('slashes: true,');
  expect(inOneLine(text)).toContain('lists: { envelope: "results", size: "page_size", },');
  expect(inOneLine(text)).toContain('keys: "snake",');
  expect(inOneLine(text)).toContain('errors: "drf",');
  expect(inOneLine(text)).toContain('names: { info: { serviceName: "title", }, question: { body: "prompt", }, },');
  expect(inOneLine(text)).toContain('"GET /me/": (body, { subject }) => { body.id ??= subject; return body; },');
  expect(text).not.toContain('まだ合っていないもの');
  compile([text]);
});

test('the first dialect of a fastapi server declares the cap, names, values and arrays, names the rest, and is valid TypeScript', async () => {
  foreign = await startFastApi(server.origin);
  const text = await init(foreign);

  expect(inOneLine(text)).toContain('lists: { envelope: "items", maxSize: 100, },');
  expect(inOneLine(text)).toContain('errors: "fastapi",');
  expect(inOneLine(text)).toContain('info: { serviceName: "name", communityUrl: "discord_url", },');
  expect(inOneLine(text)).toContain('question: { body: "text", choices: "options", },');
  expect(inOneLine(text)).toContain(
    'type: { single: "single_choice", multiple: "multiple_choice", order: "ordering", }',
  );
  expect(inOneLine(text)).toContain(
    '(body, { id }) => { body = { questionSetId: id, questions: body }; return body; },',
  );
  expect(text).toMatch(/\/\/ オフライン コースの中身/);
  compile([text]);
});

test.each([
  ['drf', startDrf, drf],
  ['fastapi', startFastApi, fastapi],
])('every call of a %s server fits through its worked example', async (_, start, dialect) => {
  foreign = await start(server.origin);
  const connection = connect(foreign.origin, { dialect, limitMs: 10 * MINUTE_MS });
  const login = { role: 'STUDENT' as const, username: 'student', password: DEMO_PASSWORD };
  const { asker } = await signIn(connection, login, {});
  const { findings } = await readAll(connection, asker as Asker);

  expect(findings.filter(({ state }) => state === 'fail').map(({ about, words }) => `${about} ${words}`)).toEqual([]);
  expect(findings.map(({ about }) => about)).toContain('GET /progress/detail/{user_id}/{course_id}');
});

test('names of a server cannot write code into the first dialect, and every kind of step is valid TypeScript', () => {
  const hostile = '"] }; process.exit(); //\n*/';
  const text = toDialectFile(
    {
      keys: 'snake',
      times: 'seconds',
      slashes: false,
      names: { user: { name: hostile } },
      values: { question: { type: { single: hostile } } },
      answers: {
        'GET /me/': [{ unwrap: hostile }, { subject: true }],
        'GET /progress/detail/{user_id}': [{ wrap: 'courses', id: 'userId' }],
        'GET /audit/': [{ field: 'items[].at', from: hostile }],
      },
    },
    [],
  );

  expect(text).not.toContain(hostile);
  expect(text.split(JSON.stringify(hostile))).toHaveLength(5);
  compile([text]);
});
