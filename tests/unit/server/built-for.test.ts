/** Tests that the server refuses an app that was built with other picture hosts, or with another time offset. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { requireBuiltFor } from '@server/api/static/built-for';
import { ConfigError } from '@server/lib/environment';
import { afterAll, beforeAll, expect, test } from 'vitest';

let appDir: string;
beforeAll(() => {
  appDir = mkdtempSync(join(tmpdir(), 'manabiba-built-for-'));
});
afterAll(() => rmSync(appDir, { recursive: true }));

const build = (head: string) => writeFileSync(join(appDir, 'index.html'), `<!doctype html><head>${head}</head>`);
const two = '<meta name="image-hosts" content="https://a.example https://b.example">';

test.each([
  ['names the same hosts', two, ['https://a.example', 'https://b.example']],
  ['names none, as the server', '<title>app</title>', []],
])('the server serves an app that %s', (_what, head, imageHosts) => {
  build(head);

  expect(() => requireBuiltFor({ appDir, imageHosts, apiTimeOffset: 'Z' })).not.toThrow();
});

test('the server accepts a folder without a built app', () => {
  const server = { imageHosts: ['https://a.example'], apiTimeOffset: '+09:00' };
  expect(() => requireBuiltFor({ appDir: join(appDir, 'none'), ...server })).not.toThrow();
});

test.each([
  ['knows a host more', two, ['https://a.example']],
  ['knows a host less', two, ['https://a.example', 'https://b.example', 'https://c.example']],
  ['was built without any', '', ['https://a.example']],
  ['was built with some, the server has none', two, []],
])('the server refuses the start with one line for an app that %s', (_what, head, imageHosts) => {
  build(head);
  const start = () => requireBuiltFor({ appDir, imageHosts, apiTimeOffset: 'Z' });

  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/^IMAGE_HOSTS: [^\n]+。$/);
});

test.each([
  ['without a time offset', '', '+09:00'],
  ['with another time offset', '<meta name="api-time-offset" content="+09:00">', 'Z'],
])('the server refuses the start with one line for an app that was built %s', (_what, head, apiTimeOffset) => {
  build(head);
  const start = () => requireBuiltFor({ appDir, imageHosts: [], apiTimeOffset });

  expect(start).toThrow(ConfigError);
  expect(start).toThrow(/^API_TIME_OFFSET: [^\n]+。$/);
});

test('the server serves an app that was built with the same time offset', () => {
  build('<meta name="api-time-offset" content="+09:00">');

  expect(() => requireBuiltFor({ appDir, imageHosts: [], apiTimeOffset: '+09:00' })).not.toThrow();
});
