/** What a build has the login send beside user name and password, by the variables it is given. */
import { afterEach, expect, test, vi } from 'vitest';

import viteConfig from '../../../../vite.config.ts';

const fieldsOfBuild = (): unknown => {
  const { define = {} } = viteConfig({ mode: 'production', command: 'build' });
  return JSON.parse(String(define['__LOGIN_FIELDS__']));
};
afterEach(() => vi.unstubAllEnvs());

test('nothing without a variable, or with an empty one', () => {
  vi.stubEnv('LOGIN_SCOPE', '');

  expect(fieldsOfBuild()).toEqual({});
});

test('the four fields of the specification, each by its own variable', () => {
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
