/** Tests reading access tokens: claims, expiry, signing keys, and the cache of verified tokens. */
import { accessTokenReader, createAccessToken } from '@server/api/auth/access-token';
import { beforeEach, expect, test, vi } from 'vitest';

const KEY = 'a key that signs';
const MINUTE_MS = 60_000;
const read = accessTokenReader(KEY);

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));

test('a cached access token expires at its time and not before', async () => {
  const token = await createAccessToken('u', 's', 10, KEY);
  expect(await read(token)).toMatchObject({ userId: 'u', sessionId: 's' });
  vi.setSystemTime(Date.now() + 9 * MINUTE_MS);
  expect(await read(token)).toMatchObject({ userId: 'u', sessionId: 's' });
  vi.setSystemTime(Date.now() + 2 * MINUTE_MS);
  expect(await read(token)).toBeUndefined();
  expect(await read(token)).toBeUndefined();
});

test('an access token signed with another key is refused, also while a valid token of the same session is cached', async () => {
  const token = await createAccessToken('u', 's', 10, 'another key');
  await read(await createAccessToken('u', 's', 10, KEY));
  expect(await read(token)).toBeUndefined();
  expect(await accessTokenReader('another key')(token)).toMatchObject({ userId: 'u' });
});
