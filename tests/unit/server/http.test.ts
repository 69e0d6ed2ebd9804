/** Tests rules for every response: security headers, CORS, the built app, and no path traversal. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';

import { appContentSecurityPolicy } from '@server/api/http/security-headers';
import { startTestServer, type TestServer } from '@tests/support/server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

const OTHER_ORIGIN = 'https://app.example.com';

let server: TestServer;
let parent: string;
beforeAll(async () => {
  parent = mkdtempSync(join(tmpdir(), 'manabiba-app-'));
  const appDir = join(parent, 'dist');
  mkdirSync(join(appDir, 'assets'), { recursive: true });
  const script = 'console.log(1);'.repeat(100);
  writeFileSync(join(parent, 'secret.txt'), 'secret');
  writeFileSync(join(appDir, 'index.html'), '<!doctype html><title>app</title>');
  writeFileSync(join(appDir, 'sw.js'), '// worker');
  writeFileSync(join(appDir, 'manifest.webmanifest'), '{}');
  writeFileSync(join(appDir, 'logo.webp'), 'logo');
  writeFileSync(join(appDir, 'assets', 'main-abc.js'), script);
  writeFileSync(join(appDir, 'assets', 'main-abc.js.br'), brotliCompressSync(script));
  writeFileSync(join(appDir, 'assets', 'main-abc.js.gz'), gzipSync(script));
  server = await startTestServer({ appDir, allowedOrigins: [OTHER_ORIGIN] });
});
afterAll(async () => {
  await server.stop();
  rmSync(parent, { recursive: true, force: true });
});

const get = (path: string, headers: Record<string, string> = {}) => server.call('GET', path, { headers });

/** Sends raw bytes, because HTTP clients normalise paths. */
function sendRaw(request: string): Promise<string> {
  const { port } = new URL(server.origin);
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(port), 'localhost', () => socket.write(request));
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    socket.once('end', () => resolve(answer));
    socket.once('error', reject);
  });
}

describe('headers', () => {
  const policy =
    "default-src 'none'; script-src 'self'; style-src-elem 'self' 'unsafe-inline'; style-src-attr 'none'; img-src 'self' data: blob:; connect-src 'self'; font-src 'self'; manifest-src 'self'; worker-src 'self'; object-src 'none'; frame-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types default";

  test.each(['/', '/courses/security', '/sw.js', '/assets/main-abc.js', '/logo.webp'])(
    'GET %s has the security headers',
    async (path) => {
      const { headers } = await get(path);

      expect(headers.get('Content-Security-Policy')).toBe(policy);
      expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
      expect(headers.get('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
      expect(headers.get('Cross-Origin-Opener-Policy')).toBe('same-origin');
      expect(headers.get('Cross-Origin-Resource-Policy')).toBe('same-origin');
      expect(headers.get('Permissions-Policy')).toContain('camera=()');
      expect(headers.get('Strict-Transport-Security')).toBeNull();
      expect(headers.get('Date')).not.toBeNull();
    },
  );

  test('the Content-Security-Policy lists the hosts that the app was built for, without duplicates', () => {
    const built = appContentSecurityPolicy({
      apiHost: 'https://api.example.com',
      imageHosts: ['https://api.example.com', 'https://files.example.com', 'https://pictures.example.com'],
    });

    const hosts = 'https://api.example.com https://files.example.com https://pictures.example.com';
    expect(built).toContain(`img-src 'self' data: blob: ${hosts};`);
    expect(built).toContain(`connect-src 'self' ${hosts};`);
  });

  test('the server’s keep-alive is longer than that of proxies', async () => {
    const { headers } = await get('/healthz');
    expect(Number(/timeout=(\d+)/.exec(headers.get('Keep-Alive') ?? '')?.[1])).toBeGreaterThan(60);
  });

  test('HSTS is sent for https behind our proxy, and X-Forwarded-Proto is ignored otherwise', async () => {
    const headers = { 'X-Forwarded-Proto': 'https' };
    expect((await get('/', headers)).headers.get('Strict-Transport-Security')).toBeNull();
    const proxied = await startTestServer({ trustProxy: true });
    const answers = [await proxied.call('GET', '/healthz', { headers }), await proxied.call('GET', '/healthz')];
    await proxied.stop();

    expect(answers[0]?.headers.get('Strict-Transport-Security')).toMatch(/^max-age=\d{8}/);
    expect(answers[1]?.headers.get('Strict-Transport-Security')).toBeNull();
  });

  test('API responses have no-store and a Content-Security-Policy that allows nothing', async () => {
    const { headers } = await server.call('GET', '/api/v1/me/', { as: 'student' });

    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('Content-Security-Policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f]{8}$/);
  });
});

describe('the built app', () => {
  test.each([
    ['/', 'no-cache', 'text/html; charset=utf-8'],
    ['/index.html', 'no-cache', 'text/html; charset=utf-8'],
    ['/lessons/x', 'no-cache', 'text/html; charset=utf-8'],
    ['/users/edit/..%2f..', 'no-cache', 'text/html; charset=utf-8'],
    ['/sw.js', 'no-cache', 'text/javascript; charset=utf-8'],
    ['/manifest.webmanifest', 'no-cache', 'application/manifest+json; charset=utf-8'],
    ['/assets/main-abc.js', 'public, max-age=31536000, immutable', 'text/javascript; charset=utf-8'],
    ['/logo.webp', 'public, max-age=3600', 'image/webp'],
  ])('GET %s has Cache-Control %s and Content-Type %s', async (path, cacheControl, type) => {
    const { status, headers } = await get(path);

    expect(status).toBe(200);
    expect(headers.get('Cache-Control')).toBe(cacheControl);
    expect(headers.get('Content-Type')).toBe(type);
  });

  test.each([
    '/assets/gone-abc.js',
    '/assets/',
    '/gone.png',
    '/files/x',
    '/files/pub-container/gone.png',
    '/assets/main-abc.js.br',
  ])('GET %s answers 404', async (path) => {
    expect((await get(path)).status).toBe(404);
  });

  test.each([
    ['br, gzip', 'br'],
    ['gzip, deflate, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', null],
  ])('the encoding of an answer is chosen for Accept-Encoding: %s', async (accepted, encoding) => {
    const response = await fetch(`${server.origin}/assets/main-abc.js`, { headers: { 'Accept-Encoding': accepted } });

    expect(response.headers.get('Content-Encoding')).toBe(encoding);
    expect(response.headers.get('Vary')).toContain('Accept-Encoding');
    expect(await response.text()).toContain('console.log(1);');
  });

  test('an app file with a known ETag is answered 304', async () => {
    const etag = (await get('/')).headers.get('ETag') ?? '';
    const again = await get('/lessons/x', { 'If-None-Match': etag });

    expect({ status: again.status, body: again.body }).toEqual({ status: 304, body: '' });
  });

  test.each([
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/%2e%2e/secret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e%2f%2e%2e%2fsecret.txt',
    '/..%5csecret.txt',
    '/assets/..\\..\\secret.txt',
    '//secret.txt',
    '/files/..%2f..%2fsecret.txt',
    '/files/pub-container/..%2f..%2fsecret.txt',
    '/files/pub-container/%00',
    '/api/v1/../../secret.txt',
  ])('GET %s does not leave the served folder', async (path) => {
    const answer = await sendRaw(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1\.1 (200|400|401|404)/);
    expect(answer).not.toContain('secret');
  });

  test('a server without a built app answers a hint at /', async () => {
    const unbuilt = await startTestServer();
    const answer = await unbuilt.call('GET', '/');
    await unbuilt.stop();

    expect(answer).toMatchObject({ status: 404, body: expect.stringContaining('npm run build') });
  });
});

describe('origins', () => {
  const preflight = (origin: string, path = '/api/v1/courses/') =>
    server.call('OPTIONS', path, {
      headers: {
        Origin: origin,
        'Access-Control-Request-Method': 'PATCH',
        'Access-Control-Request-Headers': 'authorization,content-type',
      },
    });

  test('an allowed origin may send all methods with the bearer header, and caches the preflight', async () => {
    const { status, headers } = await preflight(OTHER_ORIGIN);

    expect(status).toBe(204);
    expect(headers.get('Access-Control-Allow-Origin')).toBe(OTHER_ORIGIN);
    expect(headers.get('Access-Control-Allow-Methods')?.split(',')).toEqual([
      'GET',
      'HEAD',
      'POST',
      'PUT',
      'PATCH',
      'DELETE',
    ]);
    expect(headers.get('Access-Control-Allow-Headers')).toBe('Authorization,Content-Type,Idempotency-Key');
    expect(Number(headers.get('Access-Control-Max-Age'))).toBeGreaterThan(0);
  });

  test('an allowed origin can read responses, errors and files, and the headers Date and Retry-After', async () => {
    for (const path of ['/api/v1/courses/', '/files/pub-container/security-why.md']) {
      const { headers } = await get(path, { Origin: OTHER_ORIGIN });

      expect(headers.get('Access-Control-Allow-Origin')).toBe(OTHER_ORIGIN);
      expect(headers.get('Access-Control-Expose-Headers')).toBe('Date,Retry-After');
      expect(headers.get('Vary')).toContain('Origin');
    }
  });

  test('an allowed origin may show files as pictures', async () => {
    expect(
      (await get('/files/pub-container/security-img-cover.webp')).headers.get('Cross-Origin-Resource-Policy'),
    ).toBe('cross-origin');
  });

  test.each(['https://evil.example.com', 'https://app.example.com.evil.com', 'null', 'http://app.example.com'])(
    'CORS refuses the origin %s',
    async (origin) => {
      expect((await preflight(origin)).headers.get('Access-Control-Allow-Origin')).toBeNull();
      expect((await get('/api/v1/courses/', { Origin: origin })).headers.get('Access-Control-Allow-Origin')).toBeNull();
    },
  );
});
