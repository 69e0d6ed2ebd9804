/** Guessing passwords: who tries too often is kept waiting, and nobody else. */
import { takeLoginTry } from '@server/auth/throttle';
import { startTestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer();
const makeUser = guestMaker(server);

describe('guessing passwords', () => {
  test('ten failures of one user name close it for a while, to the right password too', async () => {
    const guest = await makeUser();
    for (let time = 0; time < 10; time += 1) {
      expect((await server.signIn(guest.username, 'wrong-password')).status).toBe(401);
    }
    const refused = await server.signIn(guest.username.toUpperCase(), guest.password);

    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('Retry-After'))).toBeLessThanOrEqual(900);
    expect(refused.body.detail).toContain('もう一度お試しください');
    expect((await server.signIn('teacher')).status).toBe(200);
  });

  test('many tries at once get no further than many in a row', async () => {
    const tries = Array.from({ length: 20 }, () => takeLoginTry(server.database, 'many-at-once', '10.0.0.3'));
    const settled = await Promise.allSettled(tries);

    expect(settled.filter((result) => result.status === 'fulfilled')).toHaveLength(10);
  });

  test('a success forgets the failures before it', async () => {
    for (let round = 0; round < 2; round += 1) {
      for (let time = 0; time < 9; time += 1) {
        await (await takeLoginTry(server.database, 'forgetful', '10.0.0.4')).failed();
      }
      await (await takeLoginTry(server.database, 'forgetful', '10.0.0.4')).succeeded();
    }
  });

  test('failures are forgotten after a quarter of an hour', async () => {
    const attempt = () => takeLoginTry(server.database, 'patient', '10.0.0.5');
    for (let time = 0; time < 10; time += 1) await (await attempt()).failed();
    await expect(attempt()).rejects.toMatchObject({ status: 429 });
    await server.database.execute(
      sql`update login_failures set window_ends_at = window_ends_at - interval '15 minutes'`,
    );

    await expect(attempt()).resolves.toBeDefined();
  });

  test('an address that fails with many user names is closed; another address is not', async () => {
    for (let time = 0; time < 50; time += 1) {
      await (await takeLoginTry(server.database, `guess-${time}`, '10.0.0.1')).failed();
    }

    await expect(takeLoginTry(server.database, 'student', '10.0.0.1')).rejects.toMatchObject({ status: 429 });
    await expect(takeLoginTry(server.database, 'student', '10.0.0.2')).resolves.toBeDefined();
  });

  test.each([
    [true, '10.1.1.1'],
    [false, undefined],
  ])('with TRUST_PROXY=%s the forwarded address counts: %s', async (trustProxy, counted) => {
    const proxied = await startTestServer({ trustProxy });
    for (let time = 0; time < 50; time += 1) {
      await (await takeLoginTry(proxied.database, `guess-${time}`, '10.1.1.1')).failed();
    }
    // What the caller writes in front of the proxy's own entry is not believed.
    const { status } = await proxied.signIn('student', 'demo-password', { 'X-Forwarded-For': '8.8.8.8, 10.1.1.1' });
    await proxied.stop();

    expect(status).toBe(counted ? 429 : 200);
  });
});
