// @vitest-environment jsdom
/**
 * Tests the server's optional capabilities: read from GET /info/, kept with the session, dropped when a newer response
 * of GET /info/ no longer lists them.
 */
import { signInAs, useTripServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { beforeAll, expect, test, vi } from 'vitest';
import * as z from 'zod/mini';

import { fetchInfo, infoSchema } from '@/api/info';
import { hasCapability } from '@/session/capabilities';
import { readSession, renewSession, saveSession } from '@/session/session';

const network = useNetworkStub();
// The server is started beforehand: otherwise the first test would wait for it within its own time limit.
beforeAll(() => useTripServer(), 120_000);
const answerInfo = (abilities?: unknown) => network.answer('GET /info/', 200, { serviceName: 'まなびば', abilities });
const revokes = async () => hasCapability(await readSession(), 'revoke');

test.each([
  [undefined, []],
  [null, []],
  ['revoke', []],
  [{ revoke: true }, []],
  [
    ['revoke', 7],
    ['revoke', '7'],
  ],
])('an info with the abilities %j is read as the list %j', (abilities, read) => {
  const info = abilities === undefined ? { serviceName: 's' } : { serviceName: 's', abilities };

  expect(z.parse(infoSchema, info).abilities).toEqual(read);
});

test('a server has no capability before its GET /info/ was read', async () => {
  await signInAs('student');

  expect(await revokes()).toBe(false);
  expect(hasCapability(undefined, 'revoke')).toBe(false);
});

test('the capabilities are kept with the session and survive a new access token', async () => {
  await signInAs('student');
  answerInfo(['revoke', 'something-newer']);
  await fetchInfo();
  const { accessToken: _, abilities, ...session } = (await readSession()) ?? expect.fail();
  await renewSession({ ...session, accessToken: 'renewed' });

  expect(abilities).toEqual(['revoke', 'something-newer']);
  expect(await readSession()).toMatchObject({ accessToken: 'renewed', abilities });
  expect(await revokes()).toBe(true);
  expect(hasCapability(await readSession(), 'current-password')).toBe(false);
});

test('a capability that the newest response of GET /info/ no longer lists is dropped', async () => {
  await signInAs('student');
  answerInfo(['revoke']);
  await fetchInfo();
  answerInfo();
  await fetchInfo();

  expect(await revokes()).toBe(false);
});

test('a response of GET /info/ that arrives after the sign-out does not create a session', async () => {
  await signInAs('student');
  const release = network.hold('GET /info/');
  const answered = fetchInfo();
  await vi.waitFor(() => expect(network.calls()).toEqual(['GET /info/']));
  await clearSession();
  release();
  await answered;

  expect(await readSession()).toBeUndefined();
});

test('a stored session without the field `abilities` is still read', async () => {
  const owner = { apiHost: 'https://api.example.com', userId: 'u1' };
  await saveSession({ accessToken: 'a', tokenType: 'bearer', owner });

  expect(await readSession()).toEqual({ accessToken: 'a', tokenType: 'bearer', owner });
});
