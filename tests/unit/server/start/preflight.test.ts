/** Tests the checks before a long install: port, data folder, version of Node. */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { isNodeNewEnough } from '@server/tooling/start/node-version.mjs';
import { checkEnvironment, readPort } from '@server/tooling/start/preflight.mjs';
import { afterEach, beforeEach, expect, test } from 'vitest';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'manabiba-preflight-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test.each(['abc', '-1', '80.5', '65536', '1e3'])('the start refuses PORT=%s in one line', (PORT) => {
  expect(() => readPort({ PORT })).toThrow(/^PORT: 「.+」は使えません。正しい数を指定してください。$/);
});

test.each([
  ['8081', 8081],
  ['0', 0],
  ['', 8080],
  [undefined, 8080],
])('the start reads PORT=%s as %i', (PORT, expected) => {
  expect(readPort({ PORT })).toBe(expected);
});

test.each(['127.0.0.1', '::1'])('the start refuses a port that another program listens on at %s', async (address) => {
  const other = createServer();
  const { port } = await new Promise<AddressInfo>((resolve) =>
    other.listen(0, address, () => resolve(other.address() as AddressInfo)),
  );

  await expect(checkEnvironment({ PORT: String(port), DATA_DIR: folder })).rejects.toThrow(`PORT: ${port} 番は`);

  other.close();
});

test('the start refuses a data folder that cannot be created', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');

  await expect(checkEnvironment({ PORT: '0', DATA_DIR: join(file, 'data') })).rejects.toThrow('書き込めません');
});

test('the start refuses a data folder below /proc without hanging', async () => {
  await expect(checkEnvironment({ PORT: '0', DATA_DIR: '/proc/none/data' })).rejects.toThrow('書き込めません');
});

test('the start creates the parents of a data folder', async () => {
  const data = join(folder, 'one/two/three');

  await checkEnvironment({ PORT: '0', DATA_DIR: data });

  expect(statSync(data).mode & 0o777).toBe(0o700);
  await expect(checkEnvironment({ PORT: '0', DATA_DIR: data }), 'also if it exists').resolves.toBeUndefined();
});

test.each(['DATABASE_URL', 'DATABASE_URL_FILE'])(
  'the start does not require a data folder when %s is set',
  async (name) => {
    const data = join(folder, 'file/data');
    writeFileSync(join(folder, 'file'), '');

    await expect(
      checkEnvironment({ PORT: '0', DATA_DIR: data, [name]: 'postgres://localhost/manabiba' }),
    ).resolves.toBeUndefined();
  },
);

test.each([
  ['20.19.0', true],
  ['22.0.0', true],
  ['20.18.9', false],
  ['18.20.0', false],
])('Node %s is new enough: %s', (version, expected) => {
  expect(isNodeNewEnough(version)).toBe(expected);
});
