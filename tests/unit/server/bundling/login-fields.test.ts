/** Checks the fields that a build sends at login beside user name and password, by its variables. */
import { expect, test, vi } from 'vitest';

import viteConfig from '../../../../vite.config.ts';

const fieldsOfBuild = (): unknown => {
  const { define = {} } = viteConfig({ mode: 'production', command: 'build' });
  return JSON.parse(String(define['__LOGIN_FIELDS__']));
};

test('a build without login variables, or with an empty one, sends no further fields at login', () => {
  vi.stubEnv('LOGIN_SCOPE', '');

  expect(fieldsOfBuild()).toEqual({});
});

test('a build sends the four login fields of the specification, each from its own variable', () => {
  vi.stubEnv('LOGIN_GRANT_TYPE', 'password');
  vi.stubEnv('LOGIN_SCOPE', 'read write');
  vi.stubEnv('LOGIN_CLIENT_ID', 'manabiba');
  vi.stubEnv('LOGIN_CLIENT_SECRET', 'not-secret');

  expect(fieldsOfBuild()).toEqual({
    grant_type: 'password',
    scope: 'read write',
    client_id: 'manabiba',
    client_secret: 'not-secret',
  });
});
