/** Tests finding people by address and by number, as the import requests them. */
import { expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();
const person = { name: '新 人', password: 'umibe-no-kissaten', role: 'STUDENT' };

test('e-mail addresses of the form x@y are stored as they were written, and found by address', async () => {
  const addresses = ['abc..def.@docomo.ne.jp', '.abc@ezweb.ne.jp', 'A.b@例え.jp'];
  for (const [index, email] of addresses.entries()) {
    const username = `address-${index}`;
    const { status, body } = await server.call('POST', '/api/v1/users/', {
      as: 'admin',
      json: { ...person, username, email },
    });
    expect([status, body.email]).toEqual([201, email]);
  }
  const list = encodeURIComponent(addresses.join().toUpperCase());
  const { body } = await server.call('GET', `/api/v1/users/?emails=${list}&courses=false`, { as: 'admin' });
  expect(body.applied).toEqual(['courses', 'emails']);
  expect(body.items.map(({ email }: { email: string }) => email)).toEqual(addresses);
  expect((await server.call('GET', `/api/v1/users/?emails=${list}`, { as: 'staff' })).body.total).toBe(0);
});

test('user names of digits are found without their leading zeros', async () => {
  for (const username of ['00777', '777', '0', 'x777', '7770'])
    await server.call('POST', '/api/v1/users/', { as: 'admin', json: { ...person, username } });
  const found = async (numbers: string) =>
    (await server.call('GET', `/api/v1/users/?numbers=${numbers}`, { as: 'admin' })).body.items.map(
      ({ username }: { username: string }) => username,
    );
  expect(await found('777')).toEqual(['00777', '777']);
  expect(await found('000777,0')).toEqual(['0', '00777', '777']);
  expect((await server.call('GET', '/api/v1/users/?numbers=x', { as: 'admin' })).body.applied).toEqual([]);
});
