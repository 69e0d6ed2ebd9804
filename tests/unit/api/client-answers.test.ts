/**
 * Tests the API client's errors for missing responses and for responses that are not the API's, and its timeout of 30
 * s.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { useNetworkStub } from '@tests/support/network-stub';
import { clearSession } from '@tests/support/session';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

import { deleteCourse, fetchCourse, updateCourse } from '@/api/courses';
import { fetchMe } from '@/api/me';
import { saveSession } from '@/session/session';

const network = useNetworkStub();
const API_HOST = 'https://api.example';

beforeEach(async () => {
  Object.assign(globalThis, { __API_HOST__: API_HOST });
  await saveSession({ accessToken: 'a-token', tokenType: 'bearer', owner: { apiHost: API_HOST, userId: 'u1' } });
});
afterEach(() => clearSession());

/** A fake HTTP server at the API's address; it counts the requests. */
async function withServer<T>(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
  run: (origin: string) => Promise<T>,
): Promise<T> {
  const server: Server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { __API_HOST__: origin });
  try {
    return await run(origin);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('no answer', () => {
  test('a request to a server that is down rejects with a NetworkError', async () => {
    Object.assign(globalThis, { __API_HOST__: 'http://127.0.0.1:9' });

    await expect(fetchMe()).rejects.toMatchObject({ name: 'NetworkError' });
  });

  test('a response that breaks off rejects the request with a NetworkError', async () => {
    const cutOff = (_: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '100' });
      response.write('{"id":', () => response.destroy());
    };

    await withServer(cutOff, () => expect(fetchMe()).rejects.toMatchObject({ name: 'NetworkError' }));
  });

  test('a request without a response within 30 s rejects with a NetworkError', async () => {
    const limit = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    network.hold('GET /me/');
    const call = fetchMe();
    await vi.waitFor(() => expect(network.calls()).toEqual(['GET /me/']));

    limit.abort(new DOMException('The operation timed out.', 'TimeoutError'));

    await expect(call).rejects.toMatchObject({ name: 'NetworkError' });
    expect(timeout).toHaveBeenCalledWith(30_000);
  });

  test('an aborted request rejects with the caller’s reason', async () => {
    network.hold('GET /courses/git');
    const controller = new AbortController();
    const call = fetchCourse('git', controller.signal);
    await vi.waitFor(() => expect(network.calls()).toHaveLength(1));

    controller.abort(new Error('left the screen'));

    await expect(call).rejects.toThrow('left the screen');
  });
});

describe('an answer that is not the API’s', () => {
  test.each([
    ['a web page', 200, '<html>Wi-Fi</html>', 'text/html'],
    ['a web page with 403', 403, '<html>Wi-Fi</html>', 'text/html; charset=utf-8'],
    ['text that is not JSON', 200, 'ok', 'text/plain'],
    ['truncated JSON', 200, '{"id": "u1", ', 'application/json'],
    ['JSON of another shape', 200, '{"id": "u1"}', 'application/json'],
    ['an invalid id', 200, '{"id": "../x", "username": "u", "name": "U", "role": "ADMIN"}', 'application/json'],
    ['an empty body', 200, '', 'application/json'],
  ])('%s as the answer causes an UnexpectedAnswerError', async (_, status, body, contentType) => {
    const answer = (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(status, { 'Content-Type': contentType }).end(body);

    await withServer(answer, () => expect(fetchMe()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' }));
  });

  test('a gateway’s web page with a server error rejects the request with an ApiError', async () => {
    const answer = (_request: IncomingMessage, response: ServerResponse) =>
      response.writeHead(502, { 'Content-Type': 'text/html' }).end('<html>Bad gateway</html>');

    await withServer(answer, () => expect(fetchMe()).rejects.toMatchObject({ name: 'ApiError', status: 502 }));
  });

  test('a web page instead of the empty response to a DELETE rejects the request with an error', async () => {
    network.answer('DELETE /courses/git', 200, '<html>Wi-Fi</html>');

    await expect(deleteCourse('git')).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  });

  test.each([301, 302, 307, 308])(
    'a redirect (%i) as the answer causes an UnexpectedAnswerError and is not followed',
    async (status) => {
      const asked: (string | undefined)[] = [];
      const redirect = (request: IncomingMessage, response: ServerResponse) => {
        asked.push(request.url);
        response.writeHead(status, { Location: '/elsewhere' }).end();
      };

      await withServer(redirect, () => expect(fetchMe()).rejects.toMatchObject({ name: 'UnexpectedAnswerError' }));
      expect(asked).toEqual(['/api/v1/me/']);
    },
  );
});

describe('a refusal', () => {
  test('the error for a refusal in problem+json carries its detail and field errors', async () => {
    const errors = [{ path: 'title', message: '入力してください。' }];
    network.answer('PATCH /courses/git', 422, {
      title: '入力に誤りがあります',
      status: 422,
      detail: '確かめて',
      errors,
    });

    await expect(updateCourse('git', { title: '' })).rejects.toMatchObject({
      name: 'ApiError',
      status: 422,
      message: '確かめて',
      fieldErrors: errors,
    });
  });

  test('the error for a refusal in FastAPI’s format carries its field errors', async () => {
    network.answer('PATCH /courses/git', 422, { detail: [{ loc: ['body', 'title'], msg: 'too short' }] });

    await expect(updateCourse('git', { title: '' })).rejects.toMatchObject({
      name: 'ApiError',
      fieldErrors: [{ path: 'title', message: 'too short' }],
    });
  });

  test('the error for a refusal carries the response’s body, which may hold the newer version', async () => {
    network.answer('PATCH /courses/git', 409, { title: 'x', status: 409, current: { updatedAt: 'newer' } });

    await expect(updateCourse('git', {})).rejects.toMatchObject({ body: { current: { updatedAt: 'newer' } } });
  });
});

test.each([
  ['bearer', 'Bearer a-token'],
  ['Bearer', 'Bearer a-token'],
  ['DPoP', 'DPoP a-token'],
])('the Authorization header is built from the token type %s', async (tokenType, header) => {
  await saveSession({ accessToken: 'a-token', tokenType, owner: { apiHost: API_HOST, userId: 'u1' } });
  network.answer('GET /me/', 403, {});

  await expect(fetchMe()).rejects.toMatchObject({ status: 403 });

  expect(network.sent[0]?.headers.get('Authorization')).toBe(header);
  expect(network.sent[0]?.url).toBe(`${API_HOST}/api/v1/me/`);
});
