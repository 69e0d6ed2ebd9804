/**
 * Tests nginx and Caddy with the configuration of server/deploy/, before two instances on one PostgreSQL: killed
 * processes, and headers that must pass through.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { brotliCompressSync } from 'node:zlib';

import { multipartFile } from '@tests/support/multipart';
import { pngOf } from '@tests/support/pictures';
import { freePort, type Postgres, startPostgres } from '@tests/support/postgres';
import { isThere, type Proxy, startProxy } from '@tests/support/proxies';
import { createCalls, startTestServer, type TestServer } from '@tests/support/server';
import { type ServerProcess, startProcess } from '@tests/support/server-process';
import { letLearnersStudy, missingOf } from '@tests/unit/server/support/learners';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const kinds = [
  { kind: 'nginx', isHere: isThere('nginx', '-v') },
  { kind: 'caddy', isHere: isThere('caddy', 'version') },
] as const;
const here = kinds.filter(({ isHere }) => isHere);

const MB = 1024 * 1024;
const appDir = mkdtempSync(join(tmpdir(), 'manabiba-proxied-app-'));
/** The status and headers of a response on which browsers and devices depend. */
const toldNames =
  'Cache-Control Content-Encoding Content-Range Content-Security-Policy Content-Type ETag Vary WWW-Authenticate'.split(
    ' ',
  );
const script = 'const words = 1;\n'.repeat(200);
let postgres: Postgres;
let survivor: TestServer;
let env: Record<string, string>;
let victim: ServerProcess;

function writeApp(): void {
  mkdirSync(join(appDir, 'assets'));
  for (const name of ['index.html', 'sw.js', 'assets/main-1.js']) {
    writeFileSync(join(appDir, name), script);
    writeFileSync(join(appDir, `${name}.br`), brotliCompressSync(script));
  }
}

async function startVictim(): Promise<void> {
  victim = await startProcess(env);
  await victim.origin;
}

async function killVictim(): Promise<void> {
  victim.child.kill('SIGKILL');
  await victim.exited;
}

beforeAll(async () => {
  if (here.length === 0) return;
  writeApp();
  postgres = await startPostgres();
  await postgres.run('create database learning');
  const databaseUrl = postgres.url('learning');
  survivor = await startTestServer({ databaseUrl, appDir, trustProxy: true });
  const port = await freePort();
  env = { PORT: `${port}`, DATABASE_URL: databaseUrl, APP_DIR: appDir, TRUST_PROXY: 'on', LOG: 'off' };
  await startVictim();
});
afterAll(async () => {
  rmSync(appDir, { recursive: true });
  if (here.length === 0) return;
  await killVictim();
  await survivor.stop();
  await postgres.remove();
});

/** Makes a unique picture of 100 kB. */
const largePicture = (mark: string) => pngOf(100_000, Buffer.from(mark));

/** Simulates two staff who upload pictures without pause, each until it is acknowledged. */
function letStaffUpload({ call }: Pick<TestServer, 'call'>, kind: string) {
  const acknowledged = new Map<string, Uint8Array>();
  const strange: string[] = [];
  let isOver = false;
  async function upload(who: number): Promise<void> {
    for (let index = 0; !isOver;) {
      const name = `${kind}-${who}-${index}.png`;
      const picture = largePicture(name);
      const path = `/api/v1/content/pub-container/${name}`;
      const answer = await call('PUT', path, { as: 'staff', ...multipartFile(picture) }).catch(() => undefined);
      if (answer?.status === 200) {
        acknowledged.set(answer.body.id, picture);
        index += 1;
      } else if (answer && ![503, 504].includes(answer.status)) {
        strange.push(`${answer.status} ${JSON.stringify(answer.body)}`);
        return;
      } else await wait(20);
    }
  }
  const working = [upload(1), upload(2)];
  return { acknowledged, strange, stop: () => ((isOver = true), Promise.all(working)) };
}

const urlOf = async (id: string): Promise<string> =>
  (await survivor.call('GET', `/api/v1/content/${id}`, { as: 'staff' })).body;

async function isKept([id, picture]: [string, Uint8Array]): Promise<boolean> {
  const response = await fetch(survivor.origin + (await urlOf(id)));
  return Buffer.from(await response.arrayBuffer()).equals(picture);
}

const notHere = kinds.filter(({ isHere }) => !isHere);
test.each(notHere)('$kind is not installed: its proxy tests were not run', () => undefined);

/**
 * If an instance is killed after it sent the headers, Caddy 2.6 ends the response as if it were complete. A device does
 * not accept that as the confirmation of a sent call (receipt), and resends the call.
 */
function refusingHalves({ call }: Pick<TestServer, 'call'>): Pick<TestServer, 'call'> {
  return {
    async call(method, path, options) {
      const answer = await call(method, path, options);
      if (answer.status < 300 && answer.body === '') throw new Error('a head without a body');
      return answer;
    },
  };
}

describe.each(here)('behind $kind', ({ kind }) => {
  let proxy: Proxy;
  let behind: ReturnType<typeof createCalls>;
  beforeAll(async () => {
    proxy = await startProxy(
      kind,
      [survivor, { origin: await victim.origin }].map(({ origin }) => Number(new URL(origin).port)),
    );
    behind = createCalls(() => proxy.origin);
    return () => proxy.remove();
  });

  test('fault: an instance and then the proxy are killed while learners send submits and staff upload → no acknowledged write is missing, and later calls succeed', async () => {
    await Promise.all([behind.login('student'), behind.login('staff')]);
    const sets = await behind.call('GET', '/api/v1/question-set/', { as: 'student' });
    const learners = letLearnersStudy([refusingHalves(behind)], sets.body.items[0].id, 6);
    const staff = letStaffUpload(refusingHalves(behind), kind);
    await learners.more(15);
    await killVictim();
    await learners.more(30);
    await startVictim();
    await learners.more(15);
    await proxy.kill();
    await proxy.start();
    await learners.more(15);
    await Promise.all([learners.stop(), staff.stop()]);

    expect([...learners.strange, ...staff.strange]).toEqual([]);
    expect(await missingOf(learners, survivor)).toEqual([]);
    expect(staff.acknowledged.size).toBeGreaterThan(0);
    // An interrupted upload may still run on its instance, and give the same picture a newer version.
    for (const upload of staff.acknowledged) await expect.poll(() => isKept(upload)).toBe(true);
  });

  /** Returns two responses to a request: the server's own, and the one through the proxy. */
  const askBoth = (path: string, headers: Record<string, string>) =>
    Promise.all(
      [survivor.origin, proxy.origin].map(async (origin) => {
        const response = await fetch(origin + path, { headers });
        return [response.status, toldNames.map((name) => response.headers.get(name)), await response.text()] as const;
      }),
    );

  test.each([
    ['the page', '/', {}],
    ['the worker', '/sw.js', {}],
    ['a file of the app, compressed', '/assets/main-1.js', { 'Accept-Encoding': 'br' }],
    ['a missing file', '/assets/none.js', {}],
    ['a refusal', '/api/v1/me/', {}],
  ])('the proxy passes %s through unchanged', async (_what, path, headers) => {
    const [direct, through] = await askBoth(path, headers);

    expect(through).toEqual(direct);
  });

  test('the proxy passes on a byte range of a picture, with its immutable caching', async () => {
    const path = '/api/v1/content/pub-container/part.png';
    const { body } = await behind.call('PUT', path, { as: 'staff', ...multipartFile(largePicture(kind)) });
    const [direct, through] = await askBoth(await urlOf(body.id), { Range: 'bytes=1-3' });

    expect(through).toEqual([206, expect.arrayContaining([expect.stringContaining('immutable')]), 'PNG']);
    expect(through).toEqual(direct);
  });

  test('the proxy passes on 304 responses, and proxy and server use one request id', async () => {
    const first = await fetch(`${proxy.origin}/sw.js`);
    const headers = { 'If-None-Match': first.headers.get('ETag') ?? '' };
    const again = await fetch(`${proxy.origin}/sw.js`, { headers });

    expect(first.headers.get('Cache-Control')).toBe('no-cache');
    expect(again.status).toBe(304);
    expect(again.headers.get('X-Request-Id')).toMatch(/^[\da-f-]{32,36}$/);
  });

  test.each([
    ['just over the limit, by the server with its message', 11 * MB, /10 MB/],
    ['far over it, by the proxy', 13 * MB, /.*/],
  ])('a picture %s is refused with 413', async (_what, size, words) => {
    const file = multipartFile(new Uint8Array(size));
    const { status, body } = await behind.call('PUT', '/api/v1/content/pub-container/large.png', {
      as: 'staff',
      ...file,
    });

    expect(status).toBe(413);
    expect(JSON.stringify(body)).toMatch(words);
  });
});
