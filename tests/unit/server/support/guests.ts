/** Creates users for a single test, so that ending their sessions disturbs no other test. */
import type { TestServer } from '@tests/support/server';

/** Returns a function that creates users of minato with different names. */
export function guestMaker(server: TestServer) {
  let made = 0;
  return async function makeUser(role = 'STUDENT') {
    made += 1;
    const json = { username: `guest${made}`, password: 'first-password', name: '客 人', role, companyId: 'minato' };
    const { body } = await server.call('POST', '/api/v1/users/', { as: 'admin', json });
    return { id: body.id as string, username: json.username, password: json.password };
  };
}
