/**
 * Tests security headers, policies enforced by the browser, and the data that a device stores (docs/security.md,
 * "Defences"). touch-targets.spec.ts visits every screen and asserts that none violates a policy or requests another
 * host.
 */
import { appReady, expect, signIn, screenReady, test } from './support/app';
import { askToLogOut } from './support/steps';
import { dumpStorage } from './support/storage-dump';

const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src-attr 'none'",
  "object-src 'none'",
  "frame-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default',
];

test.describe('the server', { tag: '@once' }, () => {
  for (const path of ['/', '/courses/git', '/sw.js', '/manifest.webmanifest']) {
    test(`the server sends ${path} with the security headers and Cache-Control no-cache`, async ({ request }) => {
      const headers = (await request.get(path)).headers();
      const directives = headers['content-security-policy']?.split('; ') ?? [];

      expect(directives).toEqual(expect.arrayContaining(CSP));
      expect(headers['content-security-policy']).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline|\*/);
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'strict-origin-when-cross-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-cache',
      });
      expect(headers['permissions-policy']).toContain('camera=()');
    });
  }

  test('the server sends assets as immutable and compressed, and answers 404 for missing assets', async ({
    request,
  }) => {
    const html = await (await request.get('/')).text();
    const [, script] = /src="(\/assets\/start-[^"]+\.js)"/.exec(html) ?? [];
    if (!script) throw new Error('index.html names no script.');

    const answer = await request.get(script, { headers: { 'Accept-Encoding': 'br, gzip' } });
    expect(answer.headers()).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'x-content-type-options': 'nosniff',
    });
    const missing = await request.get('/assets/gone-12345678.js');
    expect(missing.status()).toBe(404);
    expect(missing.headers()['content-type'] ?? '').not.toContain('html');
  });
});

test.describe('the page', { tag: '@once' }, () => {
  // The attempts run in a separate context, because each of them logs a policy violation, as expected.
  test('the page’s policies block every attempt to turn text into markup or script', async ({ browser, baseURL }) => {
    const context = await browser.newContext({ baseURL });
    const page = await context.newPage();
    await page.goto('/');
    await appReady(page);
    expect(await page.evaluate(tryMarkup)).toEqual([]);
    // The attempts run in a task of the page, because code evaluated by DevTools may use eval.
    const evaluated = page.evaluate(() => new Promise((resolve) => setTimeout(() => resolve(window.eval('"ran"')))));
    const refused = page.waitForEvent('pageerror').then((error) => error.message);
    expect(await Promise.race([evaluated, refused])).toContain('unsafe-eval');
    await context.close();
  });
});

/** Lists attempts to insert markup that should throw but do not. Runs in the page. */
function tryMarkup(): string[] {
  const { trustedTypes } = window as unknown as {
    trustedTypes: { createPolicy: (name: string, rules: object) => void };
  };
  const tries: Record<string, () => unknown> = {
    innerHTML: () => Object.assign(document.createElement('div'), { innerHTML: '<b>x</b>' }),
    'document.write': () => document.write('<b>x</b>'),
    insertAdjacentHTML: () => document.createElement('div').insertAdjacentHTML('beforeend', '<img>'),
    srcdoc: () => Object.assign(document.createElement('iframe'), { srcdoc: '<b>x</b>' }),
    parseFromString: () => new DOMParser().parseFromString('<b>x</b>', 'text/html'),
    'script.src': () => Object.assign(document.createElement('script'), { src: '/evil.js' }),
    'script.src of another host': () =>
      Object.assign(document.createElement('script'), { src: 'https://evil.example/sw.js' }),
    'script.text': () => Object.assign(document.createElement('script'), { text: 'alert(1)' }),
    'a worker of its own': () => new Worker('/evil.js'),
    'a policy of its own': () => trustedTypes.createPolicy('mine', {}),
  };
  return Object.keys(tries).filter((name) => {
    try {
      tries[name]?.();
      return true;
    } catch {
      return false;
    }
  });
}

test.describe('the device', { tag: '@once' }, () => {
  // The service worker is allowed, because it stores cached copies.
  test.use({ serviceWorkers: 'allow' });

  test('no password or token is stored on the device, except the refresh token in session storage and the access token in IndexedDB', async ({
    page,
  }) => {
    const urls: string[] = [];
    page.on('request', (request) => urls.push(request.url()));
    await signIn(page, 'student');
    const refreshToken = await page.evaluate(() => sessionStorage.getItem('refresh_token'));
    if (!refreshToken) throw new Error('There is no refresh token in session storage.');
    for (const path of ['/courses/security', '/lessons/security-passkeys', '/mypage']) {
      await page.goto(path);
      await screenReady(page);
      urls.push(page.url());
    }

    const dump = await dumpStorage(page);

    expect(dump.indexedDb, 'the dump finds the access token').toContain('accessToken');
    for (const [place, text] of Object.entries({ ...dump, urls: urls.join('\n') })) {
      expect(text, `${place}: password`).not.toContain('demo-password');
      expect(text, `${place}: Authorization header`).not.toMatch(/authorization|bearer ey/i);
      if (place !== 'sessionStorage') expect(text, `${place}: refresh token`).not.toContain(refreshToken);
      if (place !== 'indexedDb') expect(text, `${place}: access token`).not.toMatch(/eyJ[\w-]+\.eyJ/);
    }
    expect(dump.cookies).toBe('');
  });

  test('a logout deletes all readable data from the device', async ({ page, expectStatus }) => {
    // Status 401 is allowed, because the logout can end the session while a request is in flight.
    expectStatus(401);
    await signIn(page, 'student', '/lessons/security-passkeys');
    await askToLogOut(page);
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();

    const { indexedDb, sessionStorage, localStorage, caches } = await dumpStorage(page);
    for (const text of [indexedDb, sessionStorage, localStorage, caches]) {
      expect(text).not.toMatch(/佐藤|student@example|eyJ[\w-]+\.eyJ|公開鍵/);
    }
    expect(sessionStorage).toBe('[]');
  });

  test('a logout ends the session on the server, although the page is unloaded at once', async ({
    page,
    expectStatus,
  }) => {
    expectStatus(401);
    await signIn(page, 'student');
    const json = {
      refresh_token: await page.evaluate(() => sessionStorage.getItem('refresh_token')),
      grant_type: 'refresh_token',
    };
    const refresh = async () => (await page.request.post('/api/v1/token', { data: json })).status();
    expect(await refresh()).toBe(200);
    await askToLogOut(page);

    await expect(page).toHaveURL('/login');
    await expect.poll(refresh).toBe(401);
  });
});
