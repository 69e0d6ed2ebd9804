/** Tests several hosts in one DATABASE_URL, as in libpq. */
import { PostgresHosts, splitHosts } from '@server/db/open-postgres';
import { expect, test } from 'vitest';

test.each([
  ['postgres://db/x', ['postgres://db/x']],
  ['postgresql://u:p@one:5433/x', ['postgresql://u:p@one:5433/x']],
  [
    'postgres://u:p%40%2F@one:5433,two,[::1]:6/x?sslmode=require',
    [
      'postgres://u:p%40%2F@one:5433/x?sslmode=require',
      'postgres://u:p%40%2F@two/x?sslmode=require',
      'postgres://u:p%40%2F@[::1]:6/x?sslmode=require',
    ],
  ],
  ['postgres://u:p@one:port/x', []],
  ['mysql://u:p@one/x', []],
])('DATABASE_URL %s is split into its hosts', (url, hosts) => {
  expect(splitHosts(url)).toEqual(hosts);
});

test('leaving the current PostgreSQL host makes the next one current; after the last host follows the first one', () => {
  const hosts = new PostgresHosts(['one', 'two']);
  hosts.leave('one');
  // A second call that fails on the same host must not switch hosts again.
  hosts.leave('one');
  expect(hosts.current).toBe('two');
  hosts.leave('two');
  expect(hosts.current).toBe('one');
});
