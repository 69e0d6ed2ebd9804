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
import { type Capability, capabilitiesOf } from '@/session/capabilities';
import { readSession, renewSession, saveSession } from '@/session/session';

const network = useNetworkStub();
// The server is started beforehand: otherwise the first test would wait for it within its own time limit.
beforeAll(() => useTripServer(), 120_000);
const answerInfo = (abilities?: unknown) => network.answer('GET /info/', 200, { serviceName: 'まなびば', abilities });
const stored = async () => capabilitiesOf(await readSession());

/** The flags that each capability switches on; all others stay off. */
const rows: Readonly<Record<Capability, object>> = {
  versions: { version: 'v1' },
  revoke: { revokesTokens: true },
  'current-password': { asksCurrentPassword: true },
  'course-progress': { listsCourseProgress: true },
  'name-kana': { hasNameKana: true, kana: { nameKana: 'カナ' } },
  'read-at': { keepsReadAt: true, readAt: '2026-11-22T00:00:00Z' },
  'submit-history': { hasSubmitHistory: true },
  'whole-history': { hasWholeHistory: true },
  audit: { hasAudit: true },
  'searched-lists': { searchesLists: true },
  'file-sizes': { hasFileSizes: true },
  shuffle: { hasShuffle: true },
  lenient: { hasLenient: true },
  assignments: { hasAssignments: true },
  rescore: { hasRescore: true },
  'question-stats': { hasQuestionStats: true },
  'audit-details': { hasAuditDetails: true },
  trash: { hasTrash: true },
  'course-figures': { hasCourseFigures: true },
  'idempotency-key': { repeatsCreates: true },
};

/** Returns the capabilities of a server as a plain object. */
function valuesOf(abilities: readonly string[]) {
  const { versionOf, nameKanaFields, readAtOf, ...flags } = capabilitiesOf({ abilities });
  const sent = { version: versionOf('v1'), readAt: readAtOf('2026-11-22T00:00:00Z'), kana: nameKanaFields('カナ') };
  return { ...flags, ...sent };
}

test.each(Object.entries(rows))('the capability %s switches on its own flags and no others', (name, row) => {
  expect(valuesOf([name])).toEqual({ ...valuesOf([]), ...row });
});

test('a server without capabilities is sent no version, no reading time and no kana', () => {
  const { version, readAt, kana, ...flags } = valuesOf([]);

  expect([version, readAt, kana]).toEqual([undefined, undefined, {}]);
  expect(new Set(Object.values(flags))).toEqual(new Set([false]));
});

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

  expect((await stored()).revokesTokens).toBe(false);
  expect(capabilitiesOf(undefined).revokesTokens).toBe(false);
});

test('the capabilities are kept with the session and survive a new access token', async () => {
  await signInAs('student');
  answerInfo(['revoke', 'something-newer']);
  await fetchInfo();
  const { accessToken: _, abilities, ...session } = (await readSession()) ?? expect.fail();
  await renewSession({ ...session, accessToken: 'renewed' });

  expect(abilities).toEqual(['revoke', 'something-newer']);
  expect(await readSession()).toMatchObject({ accessToken: 'renewed', abilities });
  expect(await stored()).toMatchObject({ revokesTokens: true, asksCurrentPassword: false });
});

test('a capability that the newest response of GET /info/ no longer lists is dropped', async () => {
  await signInAs('student');
  answerInfo(['revoke']);
  await fetchInfo();
  answerInfo();
  await fetchInfo();

  expect((await stored()).revokesTokens).toBe(false);
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
