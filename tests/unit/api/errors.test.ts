/** Tests reading the bodies of error responses in the formats of several servers. */
import { expect, test } from 'vitest';

import { toApiError } from '@/api/network/errors';

test('the detail and field errors are read from an error body in problem+json', () => {
  const errors = [{ path: 'username', message: '使われています' }];
  const error = toApiError(409, { title: '重複', status: 409, detail: 'ユーザー名が使われています', errors });
  expect(error).toMatchObject({
    name: 'ApiError',
    status: 409,
    message: 'ユーザー名が使われています',
    fieldErrors: errors,
  });
});

test('an error body in problem+json without a detail gives its title as the message', () => {
  expect(toApiError(404, { title: '見つかりません', status: 404 }).message).toBe('見つかりません');
});

test("FastAPI's list of errors gives field errors without their place of origin, and a message that names the fields", () => {
  const detail = [
    { loc: ['body', 'user', 0, 'name'], msg: 'field required', type: 'missing' },
    { loc: ['body'], msg: 'too much', type: 'value_error' },
  ];
  const error = toApiError(422, { detail });
  expect(error.fieldErrors).toEqual([
    { path: 'user.0.name', message: 'field required' },
    { path: '', message: 'too much' },
  ]);
  expect(error.message).toBe('user.0.name：field required too much');
});

test("FastAPI's plain detail gives the message", () => {
  expect(toApiError(403, { detail: 'Forbidden' }).message).toBe('Forbidden');
});

test.each([undefined, 'Bad gateway', null, 7, []])('an error body of %j gives no message', (body) => {
  expect(toApiError(502, body)).toMatchObject({ status: 502, message: '', fieldErrors: [] });
});

test('an API error carries the delay of the header Retry-After', () => {
  expect(toApiError(429, undefined, 7000).retryAfterMs).toBe(7000);
});
