/** Tests the throttling of failed sign-ins by user name and by client address. */
import { createApp } from '@server/api/app';
import { takeLoginTry } from '@server/api/auth/check-password';
import { hashAddress } from '@server/api/auth/client-address';
import { readConfig } from '@server/config';
import { startTestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer({ trustProxy: true });
const makeUser = guestMaker(server);

const signInFrom = (address: string, username: string, password: string) =>
  server.signIn(username, password, { 'X-Forwarded-For': address });
async function failFrom(address: string, username: string, times: number): Promise<void> {
  for (let time = 0; time < times; time += 1) {
    expect((await signInFrom(address, username, 'wrong-password')).status).toBe(401);
  }
}
const takeTry = (username: string, address: string) => takeLoginTry(server.database, username, hashAddress(address));

describe('a user name', () => {
  test('a user name with ten failures is throttled, also with the right password', async () => {
    const guest = await makeUser();
    await failFrom('10.2.0.1', guest.username, 10);
    const refused = await signInFrom('10.2.0.1', guest.username.toUpperCase(), guest.password);

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(900);
    expect(refused.body.detail).toContain('もう一度お試しください');
    expect((await server.signIn('teacher')).status).toBe(200);
  });

  test('failed sign-ins from other addresses do not throttle a user at a known address', async () => {
    const guest = await makeUser();
    expect((await signInFrom('10.3.0.1', guest.username, guest.password)).status).toBe(200);
    for (let time = 0; time < 10; time += 1) await failFrom(`10.3.1.${time}`, guest.username, 1);

    expect((await signInFrom('10.3.1.99', guest.username, guest.password)).status).toBe(429);
    expect((await signInFrom('10.3.0.1', guest.username, guest.password)).status).toBe(200);
  });

  test('failed sign-ins from a known address throttle the user at that address', async () => {
    const guest = await makeUser();
    await signInFrom('10.4.0.1', guest.username, guest.password);
    await failFrom('10.4.0.1', guest.username, 10);

    expect((await signInFrom('10.4.0.1', guest.username, guest.password)).status).toBe(429);
    expect((await signInFrom('10.4.0.2', guest.username, guest.password)).status).toBe(200);
  });

  test('a token refresh makes the client address known', async () => {
    const guest = await makeUser();
    const { body } = await signInFrom('10.5.0.1', guest.username, guest.password);
    const json = { refresh_token: body.refresh_token, grant_type: 'refresh_token' };
    await server.call('POST', '/api/v1/token', { json, headers: { 'X-Forwarded-For': '10.5.0.2' } });
    await failFrom('10.5.0.9', guest.username, 10);

    expect((await signInFrom('10.5.0.2', guest.username, guest.password)).status).toBe(200);
  });

  test('a client address is known for 30 days, and then deleted', async () => {
    const guest = await makeUser();
    await signInFrom('10.6.0.1', guest.username, guest.password);
    const places = sql`select place from sign_in_places where user_id = ${guest.id}`;
    const before = (await server.database.execute(places)) as unknown as { rows: { place: string }[] };
    expect(before.rows).toEqual([{ place: hashAddress('10.6.0.1') }]);
    await server.database.execute(sql`update sign_in_places set seen_at = seen_at - interval '30 days'`);
    await failFrom('10.6.0.2', guest.username, 10);

    expect((await signInFrom('10.6.0.1', guest.username, guest.password)).status).toBe(429);
    await server.signIn('teacher');
    expect(await server.database.execute(places)).toMatchObject({ rows: [] });
  });
});

describe('failures', () => {
  test('a successful sign-in resets the failures of the user name', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 9; time += 1) await (await takeTry('forgetful', '10.0.0.4')).failed();
      await (await takeTry('forgetful', '10.0.0.4')).succeeded();
    }
  });

  test('failures of sign-in expire after 15 minutes', async () => {
    for (let time = 0; time < 10; time += 1) await (await takeTry('patient', '10.0.0.5')).failed();
    await expect(takeTry('patient', '10.0.0.5')).rejects.toMatchObject({ status: 429 });
    await server.database.execute(
      sql`update login_failures set window_ends_at = window_ends_at - interval '15 minutes'`,
    );

    await expect(takeTry('patient', '10.0.0.5')).resolves.toBeDefined();
  });

  test('failed sign-ins with many user names throttle their address, and no other address', async () => {
    for (let time = 0; time < 50; time += 1) await (await takeTry(`guess-${time}`, '10.0.0.1')).failed();

    await expect(takeTry('student', '10.0.0.1')).rejects.toMatchObject({ status: 429 });
    await expect(takeTry('student', '10.0.0.2')).resolves.toBeDefined();
  });

  test('tries of an already throttled user name do not throttle the address', async () => {
    for (let time = 0; time < 10; time += 1) await (await takeTry('closed', '10.0.0.6')).failed();
    const refused = await Promise.allSettled(Array.from({ length: 60 }, () => takeTry('closed', '10.0.0.6')));
    expect(refused.filter(({ status }) => status === 'fulfilled')).toEqual([]);

    await expect(takeTry('open', '10.0.0.6')).resolves.toBeDefined();
  });
});

describe('many tries at once', () => {
  const fulfilled = async (tries: Promise<unknown>[]) =>
    (await Promise.allSettled(tries)).filter(({ status }) => status === 'fulfilled').length;

  test('parallel tries get no further than sequential ones: ten per user name, fifty per address', async () => {
    const ofName = Array.from({ length: 40 }, (_, index) => takeTry('many-at-once', `10.7.0.${index}`));
    expect(await fulfilled(ofName)).toBe(10);
    const ofAddress = Array.from({ length: 150 }, (_, index) => takeTry(`many-${index}`, '10.7.1.1'));
    expect(await fulfilled(ofAddress)).toBe(50);
  });

  test('two instances on one database share the failure counts', async () => {
    const { database } = server;
    const config = { ...readConfig({}), log: 'off' as const, trustProxy: true };
    const services = { config, database, hasDiskSpaceFor: () => true, signingKey: 'of tokens', fileKey: 'of files' };
    const apps = [createApp(services), createApp(services)];
    const tries = Array.from({ length: 150 }, async (_, index) => {
      const body = new URLSearchParams({ username: `two-servers-${index}`, password: 'wrong-password' });
      const headers = { 'X-Forwarded-For': '10.8.0.1' };
      return apps[index % 2]?.request('/api/v1/authorize', { method: 'POST', body, headers });
    });
    const statuses = (await Promise.all(tries)).map((response) => response?.status);

    expect(statuses.filter((status) => status === 401)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(100);
  });

  test('when a whole class signs in at the same moment, every sign-in succeeds', async () => {
    const guest = await makeUser();
    const tries = Array.from({ length: 60 }, () => signInFrom('10.9.0.1', guest.username, guest.password));

    expect((await Promise.all(tries)).map(({ status }) => status)).toEqual(Array(60).fill(200));
  });
});

describe('a client address', () => {
  test.each([
    ['192.0.2.1', '::ffff:192.0.2.1'],
    ['192.0.2.1', '192.0.2.1:50123'],
    ['2001:db8:1:2::1', '2001:DB8:1:2:ffff:0:1:9'],
    ['2001:db8::1', '2001:db8:0:0:5::'],
    ['::1', '0:0:0:0:0:0:0:2'],
  ])('the client address %s has the same hash as %s', (one, other) => {
    expect(hashAddress(one)).toBe(hashAddress(other));
  });

  test.each([
    ['192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:3::1'],
    ['unknown', '192.0.2.1'],
  ])('the client address %s has another hash than %s', (one, other) => {
    expect(hashAddress(one)).not.toBe(hashAddress(other));
  });

  test('client addresses are stored as hashes only', async () => {
    const guest = await makeUser();
    await signInFrom('203.0.113.77', guest.username, guest.password);
    const stored = await server.database.execute(
      sql`select p::text from sign_in_places p union select key from login_failures`,
    );

    expect(JSON.stringify(stored)).not.toContain('203.0.113');
  });
});

test('X-Forwarded-For is ignored without TRUST_PROXY', async () => {
  const direct = await startTestServer();
  for (let time = 0; time < 50; time += 1) {
    await takeLoginTry(direct.database, `guess-${time}`, hashAddress('10.1.1.1'));
  }
  const { status } = await direct.signIn('student', 'demo-password', { 'X-Forwarded-For': '10.1.1.1' });
  await direct.stop();

  expect(status).toBe(200);
});

test('with TRUST_PROXY the last address of X-Forwarded-For counts, not those that the client wrote', async () => {
  for (let time = 0; time < 50; time += 1) await takeTry(`before-${time}`, '10.1.1.1');
  const { status } = await server.signIn('student', 'demo-password', { 'X-Forwarded-For': '8.8.8.8, 10.1.1.1' });

  expect(status).toBe(429);
});
