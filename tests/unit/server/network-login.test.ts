/** Tests the path of 「ネットワークにログイン」 (sign in to the network): it redirects back to the app, and to no other address. */
import { expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

test.each([
  ['/network-login', '/'],
  ['/network-login?redirect=%2Flessons%2Fgit-pipes%3Fa%3D1', '/lessons/git-pipes?a=1'],
  ['/network-login?redirect=https%3A%2F%2Fother.example%2F', '/'],
  ['/network-login?redirect=%2F%2Fother.example', '/'],
  ['/network-login?redirect=%2F..%2F%2Fother.example', '/'],
])('/network-login with the address %s leads back to %s', async (path, target) => {
  const answer = await fetch(`${server.origin}${path}`, { redirect: 'manual' });

  expect([answer.status, answer.headers.get('Location')]).toEqual([302, target]);
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
});
