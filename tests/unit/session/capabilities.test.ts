// @vitest-environment jsdom
/** What a server can beyond the specification: told by its info, kept with the session, gone when it says so no more. */
import { signInAs, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { fetchInfo, infoSchema } from '@/api/info';
import { type Capability, hasCapability } from '@/session/capabilities';
import { readSession, renewSession, saveSession } from '@/session/session';

const network = useNetworkStub();
// Whoever asks first waits until the server has started.
beforeAll(() => useTripServer(), 120_000);
const serverSays = (abilities?: unknown) => network.answer('GET /info/', 200, { serviceName: 'まなびば', abilities });
const has = async (ability: Capability) => hasCapability(await readSession(), ability);

test.each([
  [undefined, []],
  [null, []],
  ['revoke', []],
  [{ revoke: true }, []],
  [
    ['revoke', 7],
    ['revoke', '7'],
  ],
])('an info that says %j of its abilities is read as %j', (abilities, read) => {
  const info = abilities === undefined ? { serviceName: 's' } : { serviceName: 's', abilities };

  expect(z.parse(infoSchema, info).abilities).toEqual(read);
});

test('nothing is known of a server before its info was read', async () => {
  await signInAs('student');

  expect(await has('revoke')).toBe(false);
  expect(hasCapability(undefined, 'revoke')).toBe(false);
});

test('what the info says is kept with the session, and survives a new access token', async () => {
  await signInAs('student');
  serverSays(['revoke', 'something-newer']);
  await fetchInfo();
  const { accessToken: _, abilities, ...session } = (await readSession()) ?? expect.fail();
  await renewSession({ ...session, accessToken: 'renewed' });

  expect(abilities).toEqual(['revoke', 'something-newer']);
  expect(await readSession()).toMatchObject({ accessToken: 'renewed', abilities });
  expect(await has('revoke')).toBe(true);
  expect(await has('current-password')).toBe(false);
});

test('a server that can less than before is believed', async () => {
  await signInAs('student');
  serverSays(['revoke']);
  await fetchInfo();
  serverSays();
  await fetchInfo();

  expect(await has('revoke')).toBe(false);
});

test('an info that is answered after the sign-out makes no session', async () => {
  await signInAs('student');
  const release = network.hold('GET /info/');
  const answered = fetchInfo();
  await vi.waitFor(() => expect(network.calls()).toEqual(['GET /info/']));
  await clearSession();
  release();
  await answered;

  expect(await readSession()).toBeUndefined();
});

test('a session of before abilities is read as it stands', async () => {
  const owner = { apiHost: 'https://api.example.com', userId: 'u1' };
  await saveSession({ accessToken: 'a', tokenType: 'bearer', owner });

  expect(await readSession()).toEqual({ accessToken: 'a', tokenType: 'bearer', owner });
});
