/** Tests environment variables: defaults, parsing, and one line for each mistake. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { readConfig, readImageHosts } from '@server/config';
import { ConfigError } from '@server/lib/environment';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MIN_PASSWORD_LENGTH } from '@/api/user-edits';

import packageJson from '../../../package.json' with { type: 'json' };

test('without variables the server listens locally, with demo data in .data', () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: 'localhost',
    dataDir: '.data',
    diskReserveBytes: 64 * 2 ** 20,
    databaseUrl: undefined,
    postgres: { connections: 10, waitMs: 5000, statementMs: 10_000, isNaming: false },
    demo: true,
    removesDemoPeople: false,
    admin: undefined,
    accessTokenMinutes: 720,
    passwordCost: 15,
    allowedOrigins: [],
    apiHost: undefined,
    apiTimeOffset: 'Z',
    imageHosts: [],
    trustProxy: false,
    writesPerSecond: 50,
    backup: undefined,
    metrics: undefined,
    log: 'on',
    version: packageJson.version,
    appDir: 'dist',
  });
});

test('an empty environment variable counts as unset', () => {
  const names = [
    'PORT',
    'HOST',
    'DATA_DIR',
    'DISK_RESERVE_MB',
    'DATABASE_URL',
    'DATABASE_CONNECTIONS',
    'DATABASE_WAIT_SECONDS',
    'DATABASE_STATEMENT_SECONDS',
    'DATABASE_PREPARED',
    'DEMO',
    'ACCESS_TOKEN_MINUTES',
    'PASSWORD_COST',
    'ALLOWED_ORIGINS',
    'API_HOST',
    'API_TIME_OFFSET',
    'CONTENT_HOST',
    'IMAGE_HOSTS',
    'WRITES_PER_SECOND',
    'METRICS',
    'METRICS_HOST',
    'METRICS_PORT',
    'LOG',
    'APP_VERSION',
    'DATABASE_URL_FILE',
    'ADMIN_PASSWORD_FILE',
  ];

  expect(readConfig(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readConfig({}));
});

test('the configuration contains every variable', () => {
  const config = readConfig({
    PORT: '0',
    ACCESS_TOKEN_MINUTES: '0.05',
    PASSWORD_COST: '17',
    DEMO: 'off',
    ADMIN_USERNAME: 'boss',
    // The shortest password that forms accept.
    ADMIN_PASSWORD: 'long-enough'.slice(0, MIN_PASSWORD_LENGTH),
    ALLOWED_ORIGINS: 'https://a.example.com/, http://localhost:5173',
    API_HOST: 'https://api.example.com',
    API_TIME_OFFSET: '+09:00',
    DATABASE_URL: 'postgres://u:p@db/x',
    DATABASE_CONNECTIONS: '3',
    DATABASE_WAIT_SECONDS: '0.5',
    DATABASE_STATEMENT_SECONDS: '60',
    DATABASE_PREPARED: 'on',
  });

  expect(config).toMatchObject({
    port: 0,
    accessTokenMinutes: 0.05,
    passwordCost: 17,
    demo: false,
    admin: { username: 'boss', password: 'long-enough'.slice(0, MIN_PASSWORD_LENGTH) },
    allowedOrigins: ['https://a.example.com', 'http://localhost:5173'],
    apiHost: 'https://api.example.com',
    apiTimeOffset: '+09:00',
    databaseUrl: 'postgres://u:p@db/x',
    postgres: { connections: 3, waitMs: 500, statementMs: 60_000, isNaming: true },
  });
});

test('METRICS=on listens on localhost:9464 by default', () => {
  expect(readConfig({ METRICS: 'on' })).toMatchObject({ metrics: { host: 'localhost', port: 9464 } });
  expect(readConfig({ METRICS: 'on', METRICS_HOST: '0.0.0.0', METRICS_PORT: '9000' })).toMatchObject({
    metrics: { host: '0.0.0.0', port: 9000 },
  });
  expect(() => readConfig({ METRICS: 'on', PORT: '9464' })).toThrow(/^METRICS_PORT と PORT: どちらも 9464 番です。/);
});

test.each([
  ['on', { demo: true, removesDemoPeople: false }],
  ['off', { demo: false, removesDemoPeople: false }],
  ['remove', { demo: false, removesDemoPeople: true }],
])('the configuration accepts DEMO=%s', (word, expected) => {
  expect(readConfig({ DEMO: word })).toMatchObject(expected);
});

test('readImageHosts sorts the origins of CONTENT_HOST and IMAGE_HOSTS and removes duplicates', () => {
  const imageHosts = ['http://localhost:9000', 'https://a.example.com', 'https://files.example.com'];
  const files = { CONTENT_HOST: 'https://files.example.com' };

  expect(readImageHosts(files)).toEqual(['https://files.example.com']);
  expect(readConfig({ ...files, IMAGE_HOSTS: 'https://a.example.com/, http://localhost:9000' })).toMatchObject({
    imageHosts,
  });
  expect(readImageHosts({ ...files, IMAGE_HOSTS: [...imageHosts, ' '].join(',') })).toEqual(imageHosts);
});

describe('a secret in a file', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'manabiba-secret-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function secretFile(text: string): string {
    const path = join(folder, 'secret');
    writeFileSync(path, text);
    return path;
  }

  test('a secret is read from a file without the trailing newline', () => {
    expect(readConfig({ DATABASE_URL_FILE: secretFile('postgres://u:p@db/x\n') })).toMatchObject({
      databaseUrl: 'postgres://u:p@db/x',
    });
    expect(readConfig({ ADMIN_USERNAME: 'boss', ADMIN_PASSWORD_FILE: secretFile(' long enough \r\n') })).toMatchObject({
      admin: { username: 'boss', password: ' long enough ' },
    });
  });

  test.each([
    [
      'does not exist',
      () => ({ DATABASE_URL_FILE: join(folder, 'none') }),
      /^DATABASE_URL_FILE: .*読めません（ENOENT）。$/,
    ],
    ['is empty', () => ({ DATABASE_URL_FILE: secretFile('\n') }), /^DATABASE_URL_FILE: .*空です。$/],
    ['has two lines', () => ({ DATABASE_URL_FILE: secretFile('my-secret\nb') }), /^DATABASE_URL_FILE: .*1行だけ/],
    ['holds something else', () => ({ DATABASE_URL_FILE: secretFile('my-secret') }), /^DATABASE_URL: postgres:/],
    [
      'contradicts the variable itself',
      () => ({ DATABASE_URL: 'postgres://u:my-secret@db/x', DATABASE_URL_FILE: secretFile('x') }),
      /^DATABASE_URL と DATABASE_URL_FILE: .*どちらか一方/,
    ],
  ])('a secret file that %s gives one line without the secret', (_what, env, line) => {
    const read = () => readConfig(env());

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(line);
    expect(read).not.toThrow('my-secret');
  });
});

test('BACKUP variables give folder, interval and number of backups, and an interval is refused with PostgreSQL', () => {
  const BACKUP_DIR = '/mnt/backups';

  expect(readConfig({ BACKUP_DIR }).backup).toEqual({ folder: BACKUP_DIR, everyMs: undefined, keep: 7 });
  expect(readConfig({ BACKUP_DIR, BACKUP_EVERY: '90m', BACKUP_KEEP: '2' }).backup).toEqual({
    folder: BACKUP_DIR,
    everyMs: 5_400_000,
    keep: 2,
  });
  const DATABASE_URL = 'postgres://u@db/x';
  expect(() => readConfig({ BACKUP_DIR, BACKUP_EVERY: '6h', DATABASE_URL })).toThrow(/^BACKUP_EVERY と DATABASE_URL: /);
  expect(readConfig({ BACKUP_DIR, DATABASE_URL }).backup?.folder).toBe(BACKUP_DIR);
});

describe('a mistake names its variable in one line', () => {
  test.each([
    ['PORT', 'abc'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['DEMO', 'yes'],
    ['BASE_PATH', '/learn'],
    ['LOG', '1'],
    ['TRUST_PROXY', 'true'],
    ['ACCESS_TOKEN_MINUTES', '0'],
    ['ACCESS_TOKEN_MINUTES', 'ten'],
    ['PASSWORD_COST', '9'],
    ['PASSWORD_COST', '21'],
    ['PASSWORD_COST', '15.5'],
    ['ALLOWED_ORIGINS', '*'],
    ['ALLOWED_ORIGINS', 'https://a.example.com, b.example.com'],
    ['ALLOWED_ORIGINS', 'https://a.example.com/path'],
    ['API_HOST', 'api.example.com'],
    ['API_HOST', 'https://x; script-src *'],
    ['API_TIME_OFFSET', '+9'],
    ['API_TIME_OFFSET', '+24:00'],
    ['API_TIME_OFFSET', 'Asia/Tokyo'],
    ['CONTENT_HOST', 'javascript:alert(1)'],
    ['CONTENT_HOST', 'https://x;script-src'],
    ['IMAGE_HOSTS', 'https://a.example.com, b.example.com'],
    ['IMAGE_HOSTS', 'https://a.example.com/pictures'],
    ['IMAGE_HOSTS', 'https://*.example.com'],
    ['IMAGE_HOSTS', 'http://a.example.com'],
    ['IMAGE_HOSTS', 'http://localhost.example.com'],
    ['DATABASE_URL', 'mysql://secret-password@db/x'],
    ['DISK_RESERVE_MB', '31'],
    ['BACKUP_EVERY', '6'],
    ['BACKUP_EVERY', '0h'],
    ['BACKUP_EVERY', '31d'],
    ['BACKUP_EVERY', '6h'],
    ['BACKUP_KEEP', '0'],
    ['BACKUP_KEEP', '7'],
    ['WRITES_PER_SECOND', '49'],
    ['DATABASE_CONNECTIONS', '0'],
    ['DATABASE_CONNECTIONS', '1.5'],
    ['DATABASE_WAIT_SECONDS', '0'],
    ['DATABASE_STATEMENT_SECONDS', '601'],
    ['ADMIN_PASSWORD', 'x'.repeat(MIN_PASSWORD_LENGTH - 1)],
    ['ADMIN_PASSWORD', 'x'.repeat(201)],
  ])('%s=%s', (name, value) => {
    const env = { ...(name === 'ADMIN_PASSWORD' ? { ADMIN_USERNAME: 'boss' } : {}), [name]: value };
    const read = () => readConfig(env);

    expect(read).toThrow(ConfigError);
    expect(read).toThrow(new RegExp(`^${name}: [^\\n]+。$`));
    expect(read).not.toThrow('secret-password');
  });
});
