/** Tests the body of POST /users/ (specification §7: newUser). */
import { callAs, signInAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import { createUser } from '@/api/user-edits';

const network = useNetworkStub();

test('creating a user leaves empty fields out of the body', async () => {
  await signInAs('admin');
  const username = `new-user-${Date.now().toString(36)}`;
  const fields = { username, password: 'secret-words', name: '試験 花子', role: 'STUDENT' } as const;
  const { id } = await createUser({ ...fields, email: null, companyId: null });

  const sent = network.sent.find(({ method, path }) => method === 'POST' && path === '/users/');
  expect(JSON.parse(sent?.body ?? '')).toEqual(fields);
  await callAs('admin', 'DELETE', `/users/${id}`);
});
