/**
 * Tests telling the server's responses from those of gateways, and reading Retry-After: one rule for reads, the queue,
 * cached copies and saved courses (packs).
 */
import { describe, expect, test } from 'vitest';

import { findGateway, gatewayOf, isPortalBody, isRetryable, readRetryAfter } from '@/api/network/server-answer';

const NOW = Date.parse('2026-11-21T03:00:00Z');
const json = { 'Content-Type': 'application/json' };
const page = { 'Content-Type': 'text/html; charset=utf-8' };

async function gatewayAt(status: number, headers: HeadersInit, body?: string) {
  return findGateway(new Response(body ?? null, { status, headers }));
}

describe('answers of gateways', () => {
  test.each([200, 201])('a web page with status %i counts as a portal’s answer', async (status) => {
    expect(await gatewayAt(status, page)).toBe('portal');
    expect(await gatewayAt(status, { 'Content-Type': 'application/xhtml+xml' })).toBe('portal');
  });

  test.each([302, 304, 407, 511])(
    'an answer with status %i, of any content type, counts as a portal’s',
    async (status) => {
      expect(await gatewayAt(status, json)).toBe('portal');
    },
  );

  test('a redirected response counts as a portal’s', () => {
    const head = { contentType: 'application/json', challenge: '', isRedirect: true };
    expect([gatewayOf({ ...head, status: 200 }, {}), gatewayOf({ ...head, status: 0 }, {})]).toEqual([
      'portal',
      'portal',
    ]);
  });

  const strange = [
    '',
    '<html>だめ</html>',
    'Forbidden',
    '[]',
    'null',
    '{}',
    '{"message":"Forbidden"}',
    '{"error":"login"}',
    '{"detail":null}',
  ];
  test.each([401, 403, 404, 410].flatMap((status) => strange.map((body) => [status, body] as const)))(
    'fault: status %i comes with the body %j → a refusal that is not the API’s',
    async (status, body) => {
      expect(await gatewayAt(status, json, body)).toBe('refusal');
      expect(await gatewayAt(status, {}, body)).toBe('refusal');
    },
  );

  test.each([401, 403, 404, 410])('a web page with status %i is a refusal that is not the API’s', async (status) => {
    expect(await gatewayAt(status, page, '{"detail":"x"}')).toBe('refusal');
  });

  const basic = ['Basic realm="trial"', 'basic', 'Digest realm="x", qop="auth"', 'Negotiate, NTLM'];
  test.each(basic)('fault: a 401 asks for %j → HTTP Basic, whatever its body', async (challenge) => {
    const headers = { ...json, 'WWW-Authenticate': challenge };
    expect(await gatewayAt(401, headers, '{"detail":"x"}')).toBe('basic-auth');
    expect(await gatewayAt(401, { ...page, 'WWW-Authenticate': challenge })).toBe('basic-auth');
  });

  test.each(['Bearer', 'Bearer realm="basic"', 'Basic realm="x", Bearer', 'Session'])(
    'a 401 of the API may ask for %j',
    async (challenge) => {
      expect(await gatewayAt(401, { ...json, 'WWW-Authenticate': challenge }, '{"detail":"x"}')).toBeUndefined();
    },
  );
});

describe('answers of the server', () => {
  const errors = ['{"detail":"x"}', '{"detail":[{"loc":["body"],"msg":"x"}]}', '{"title":"x","status":404}'];
  test.each([401, 403, 404, 410].flatMap((status) => errors.map((body) => [status, body] as const)))(
    'status %i with the error body %j counts as the server’s',
    async (status, body) => {
      expect(await gatewayAt(status, json, body)).toBeUndefined();
    },
  );

  test.each([200, 204, 400, 409, 422, 429, 500, 503])(
    'status %i with any JSON counts as the server’s',
    async (status) => {
      expect(await gatewayAt(status, json)).toBeUndefined();
    },
  );

  test.each([400, 413, 500, 502, 503])(
    'status %i counts as the server’s, also as a reverse proxy’s web page',
    async (status) => {
      expect(await gatewayAt(status, page)).toBeUndefined();
    },
  );
});

describe('the JSON of a 2xx answer', () => {
  test.each([
    { error: 'login required' },
    { error: { code: 1 } },
    { error: true },
    { error: 511 },
    { errors: ['x'] },
    { errors: { user: 'x' } },
    { login_url: 'https://portal.example/' },
    { loginUrl: '/welcome' },
    { redirect: '/welcome' },
    { redirect_uri: 'http://10.0.0.1:8080/' },
    { captive: true, 'user-portal-url': 'https://hotspot.example/x' },
    { code: 302, data: { location: 'https://hotspot.example/' } },
    { next: '/login?to=%2F' },
    { url: 'https://idp.example/oauth2/authorize' },
    [{ href: 'https://id.example/sso' }],
    { redirect: 'login.html' },
    { location: 'portal.php?to=%2F' },
    { login_url: 'portal.example/welcome' },
    { Error: 'login required' },
    { ERRORS: ['x'] },
  ])('fault: a gateway answers %j → it is a portal’s', (body) => {
    expect(isPortalBody(body)).toBe(true);
  });

  test.each([
    undefined,
    null,
    true,
    'ok',
    {},
    [],
    { ok: true },
    { error: null, errors: null },
    { error: false },
    { error: [] },
    { errors: [] },
    { errors: {} },
    { error: '' },
    { error: 0 },
    { lessonId: 'l1', readAt: '2026-11-21T03:00:00Z' },
    { url: '/api/v1/lessons/l1', message: 'https で login できます' },
    { title: 'ログイン', loginCount: 3, author: 'sato' },
    { Error: null, author: 'sato.t', redirect: false, message: 'login.html を開いてください' },
    { redirect: 'none', location: 'Tokyo', authority: 'v1.2' },
  ])('%j is not a portal’s', (body) => {
    expect(isPortalBody(body)).toBe(false);
  });

  test('a body that names what was sent may have any address, but no error', () => {
    expect(isPortalBody({ url: '/lessons/login-basics' }, true)).toBe(false);
    expect(isPortalBody({ error: 'x' }, true)).toBe(true);
  });
});

describe('temporary errors', () => {
  test.each([408, 425, 429, 500, 501, 502, 503, 504, 520])(
    'an answer with status %i counts as a temporary error',
    (status) => {
      expect(isRetryable(status)).toBe(true);
    },
  );

  test.each([200, 302, 400, 401, 403, 404, 407, 409, 413, 422, 511])(
    'an answer with status %i does not count as a temporary error',
    (status) => {
      expect(isRetryable(status)).toBe(false);
    },
  );
});

describe('Retry-After', () => {
  test.each([
    ['120', undefined, 120_000],
    ['0', undefined, 1000],
    ['86400', undefined, 3_600_000],
    [' 5 ', undefined, 5000],
    ['Sat, 21 Nov 2026 03:01:00 GMT', undefined, 60_000],
    // The response's Date header is the reference for Retry-After, because the device's clock may be years off.
    ['Fri, 01 Jan 2021 00:00:30 GMT', 'Fri, 01 Jan 2021 00:00:00 GMT', 30_000],
    ['Fri, 01 Jan 2021 00:00:00 GMT', 'Fri, 01 Jan 2021 00:00:30 GMT', 1000],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
    [undefined, undefined, undefined],
  ])('Retry-After %j with Date %j means %j ms', (retryAfter, date, expected) => {
    const told = { 'Retry-After': retryAfter, Date: date };
    const headers = Object.entries(told).flatMap(([name, value]) =>
      value === undefined ? [] : ([[name, value]] satisfies [string, string][]),
    );
    expect(readRetryAfter(new Headers(headers), NOW)).toBe(expected);
  });
});
