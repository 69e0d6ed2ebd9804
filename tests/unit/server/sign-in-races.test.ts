/**
 * Tests races between a password check, which takes about 0.2 s, and an admin's change of the same user: the admin's
 * change wins.
 */
import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

import { findActor } from '@server/api/auth/sessions';
import { deleteUser } from '@server/api/people/write-users';
import { expect, onTestFinished, test } from 'vitest';

import { guestMaker } from './support/guests';
import { useTestServer } from './support/test-server';

const server = useTestServer();
const makeUser = guestMaker(server);

type Done = (error: Error | null, key: Buffer) => void;

/**
 * Pauses the next password check.
 *
 * @returns a promise that resolves when the check is reached, and a function that resumes it.
 */
function holdNextCheck(onBegun: () => void): () => void {
  const whole = crypto.scrypt as (...args: [...unknown[], Done]) => void;
  const scryptBy = (scrypt: typeof whole) => {
    Object.assign(crypto, { scrypt });
    syncBuiltinESMExports();
  };
  let goOn = () => undefined as void;
  const held = new Promise<void>((resolve) => (goOn = resolve));
  scryptBy((...args) => {
    scryptBy(whole);
    const done = args.pop() as Done;
    const tell = async (...outcome: Parameters<Done>) => {
      await held;
      done(...outcome);
    };
    whole(...args, (error, key) => void tell(error, key));
    onBegun();
  });
  onTestFinished(() => (scryptBy(whole), goOn()));
  return goOn;
}

/** Runs a call that checks a password, and runs another action between the check and its result. */
async function during<T>(call: () => Promise<T>, work: () => Promise<{ status: number }>): Promise<T> {
  await server.login('admin');
  let answer: Promise<T> | undefined;
  const goOn = await new Promise<() => void>((resolve) => {
    const release = holdNextCheck(() => resolve(release));
    answer = call();
  });
  expect((await work()).status).toBeLessThan(300);
  goOn();
  return answer as Promise<T>;
}

type Guest = Awaited<ReturnType<typeof makeUser>>;
const change = ({ id }: Guest, json: object) => server.call('PATCH', `/api/v1/users/${id}`, { as: 'admin', json });
const signIn = ({ username, password }: Guest) => server.signIn(username, password);

test('fault: an admin replaces a password during a sign-in with the old one → 401', async () => {
  const guest = await makeUser();
  const answer = await during(
    () => signIn(guest),
    () => change(guest, { password: 'second-password' }),
  );

  expect(answer.status).toBe(401);
  expect((await server.signIn(guest.username, 'second-password')).status).toBe(200);
});

test('fault: an admin suspends a user during their sign-in → 403 with the message for suspended users', async () => {
  const guest = await makeUser();
  const answer = await during(
    () => signIn(guest),
    () => change(guest, { active: false }),
  );

  expect(answer).toMatchObject({ status: 403, body: { detail: expect.stringContaining('停止') } });
});

test('fault: an admin deletes a user during their sign-in → 401', async () => {
  const guest = await makeUser();
  const answer = await during(
    () => signIn(guest),
    () => server.call('DELETE', `/api/v1/users/${guest.id}`, { as: 'admin' }),
  );

  expect(answer.status).toBe(401);
});

test('fault: an admin replaces a password while its owner changes it with the old one → 422, and the admin’s password is kept', async () => {
  const guest = await makeUser();
  const { access_token: token } = (await signIn(guest)).body;
  const json = { password: 'of-a-thief-9921', currentPassword: guest.password };
  const answer = await during(
    () => server.call('PATCH', `/api/v1/users/${guest.id}`, { token, json }),
    () => change(guest, { password: 'second-password' }),
  );

  expect(answer).toMatchObject({ status: 422, body: { errors: [{ path: 'currentPassword' }] } });
  expect((await server.signIn(guest.username, 'second-password')).status).toBe(200);
});

test('fault: an admin suspends a user while they change their password → 401, and the password is not changed', async () => {
  const guest = await makeUser();
  const { access_token: token } = (await signIn(guest)).body;
  const json = { password: 'of-a-thief-9921', currentPassword: guest.password };
  const answer = await during(
    () => server.call('PATCH', `/api/v1/users/${guest.id}`, { token, json }),
    () => change(guest, { active: false }),
  );
  await change(guest, { active: true });

  expect([answer.status, (await signIn(guest)).status]).toEqual([401, 200]);
});

test.each([
  { means: { role: 'STUDENT' }, status: 403 },
  { means: { active: false }, status: 401 },
])(
  'fault: an admin becomes $means while they set another user’s password → $status, and the password is not changed',
  async ({ means, status }) => {
    const [guest, boss] = [await makeUser(), await makeUser('ADMIN')];
    const { access_token: token } = (await signIn(boss)).body;
    const answer = await during(
      () => server.call('PATCH', `/api/v1/users/${guest.id}`, { token, json: { password: 'second-password' } }),
      () => change(boss, means),
    );

    expect([answer.status, (await signIn(guest)).status]).toEqual([status, 200]);
  },
);

test('fault: an admin is suspended while they create a user → 401, and no user is created', async () => {
  const boss = await makeUser('ADMIN');
  const { access_token: token } = (await signIn(boss)).body;
  const json = { username: 'of-a-thief', password: 'of-a-thief-9921', name: '客', role: 'ADMIN' };
  const answer = await during(
    () => server.call('POST', '/api/v1/users/', { token, json }),
    () => change(boss, { active: false }),
  );

  expect([answer.status, (await server.signIn(json.username, json.password)).status]).toEqual([401, 401]);
});

test('fault: an admin is suspended while their deletion of a user waits for the lock → 401, and no user is deleted', async () => {
  const [guest, boss] = [await makeUser(), await makeUser('ADMIN')];
  const { access_token: token } = (await signIn(boss)).body;
  const { sid } = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
  const asking = await findActor(server.database, boss.id, sid);
  if (!asking) throw new Error('They are not signed in');
  await change(boss, { active: false });

  await expect(deleteUser(server.database, asking, guest.id)).rejects.toMatchObject({ status: 401 });
  expect((await signIn(guest)).status).toBe(200);
});
