/**
 * Tests the service worker: when it takes control of a page, what it caches, what it never caches, and what happens
 * when its script or the caches fail.
 */
import { readFileSync } from 'node:fs';

import type { Page } from '@playwright/test';

import { appReady, expect, signIn } from '../support/app';
import { heldPaths, lookForUpdate, readThroughWorker, studyCopies, workerReady } from '../support/device';
import { type ScriptedAnswer, startScriptedNetwork } from '../support/scripted-network';
import { putSignIn } from '../support/sign-in';
import { followInApp } from '../support/steps';
import {
  COURSE,
  expectHeld,
  expectLessonWithImages,
  expectSync,
  LESSONS,
  networkTest as test,
  studyAll,
  UNSEEN_LESSON,
  visit,
} from '../support/study';

test.use({ ownData: true });
const [first, second] = LESSONS;
const PICTURE = readFileSync('public/logo.webp');

/** Loads a picture in the page, as an `img` does. @returns its width, px; 0 if it failed */
function drawPicture(page: Page, url: string, crossOrigin: string | null): Promise<number> {
  return page.evaluate(
    ([src, cors]) =>
      new Promise<number>((resolve) => {
        const image = new Image();
        image.crossOrigin = cors ?? null;
        image.onload = () => resolve(image.naturalWidth);
        image.onerror = () => resolve(0);
        image.src = src ?? '';
      }),
    [url, crossOrigin] as const,
  );
}

/** Wrong responses for the service worker's script, as hosts, proxies and captive portals give them. */
const BROKEN: Record<string, ScriptedAnswer> = {
  '404': { status: 404, headers: { 'Content-Type': 'text/plain' }, body: 'Not found' },
  '500': { status: 500, headers: { 'Content-Type': 'text/javascript' }, body: '' },
  'a web page': { status: 200, headers: { 'Content-Type': 'text/html' }, body: '<!doctype html><p>Wi-Fi</p>' },
  'a web page that claims to be a script': {
    status: 200,
    headers: { 'Content-Type': 'text/javascript' },
    body: '<!doctype html><p>Wi-Fi</p>',
  },
};

test(
  'fault: the service worker becomes active while a page is still loading → it controls that page too',
  { tag: '@once' },
  async ({ context, page, network }) => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    const late = await context.newPage();
    const arrived = late.waitForRequest(/\?late/).then(() => undefined);
    network.follow(async ({ path, search }): Promise<ScriptedAnswer> => {
      if (search === '?late') await held;
      if (path === '/sw.js') await arrived;
      return 'pass';
    });
    await page.goto('/login');
    const loading = late.goto('/login?late');
    await workerReady(page);
    letThrough();
    await loading;
    await appReady(late);

    await workerReady(late);
  },
);

test(
  'fault: the first lesson is read before the service worker is active → the lesson is cached afterwards, with text and pictures',
  { tag: '@once' },
  async ({ page, network }) => {
    let letThrough: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letThrough = resolve));
    network.follow(async ({ path }): Promise<ScriptedAnswer> => {
      if (path === '/sw.js') await held;
      return 'pass';
    });
    await signIn(page, 'student2', `/lessons/${UNSEEN_LESSON.id}`);
    const pictures = await expectLessonWithImages(page, UNSEEN_LESSON.title);
    expect(await studyCopies(page)).toEqual([]);

    letThrough();
    await workerReady(page);

    await expectHeld(page, [UNSEEN_LESSON], pictures);
    await expect.poll(() => heldPaths(page)).toContain(`/api/v1/courses/${COURSE.id}`);
  },
);

test(
  'fault: another tab registers the service worker before a page does → the requests that the page has made by then are cached too',
  { tag: '@once' },
  async ({ context, page }) => {
    await page.addInitScript(() => {
      const works: IdleRequestCallback[] = [];
      Object.assign(window, { works, requestIdleCallback: (work: IdleRequestCallback) => works.push(work) });
    });
    await putSignIn(page, 'student2');
    const read = page.waitForResponse(/\/api\/v1\/courses\/[a-z]+$/);
    await page.goto('/');
    const path = new URL((await read).url()).pathname;
    await appReady(page);
    const tab = await context.newPage();
    await tab.route('/blank', (route) => route.fulfill({ contentType: 'text/html', body: '' }));
    await tab.goto('/blank');
    await tab.evaluate(() => navigator.serviceWorker.register('/sw.js'));
    await workerReady(page);
    expect(await heldPaths(page)).not.toContain(path);
    await page.evaluate(() => {
      const { works } = window as unknown as { works: ((deadline: object) => void)[] };
      for (const work of works) work({ didTimeout: false, timeRemaining: () => 50 });
    });

    await expect.poll(() => heldPaths(page)).toContain(path);
  },
);

const html = { 'Content-Type': 'text/html; charset=utf-8' };
const json = { 'Content-Type': 'application/json' };

/** Responses that the service worker must not cache, or that are not the API's. */
const badAnswers: Record<string, ScriptedAnswer> = {
  'a web page with 200': { status: 200, headers: html, body: '<p>login</p>' },
  'a web page with 404': { status: 404, headers: html, body: '<p>login</p>' },
  'a 404 without a body': { status: 404 },
  'a 403 with foreign JSON': { status: 403, headers: json, body: '{"message":"Forbidden"}' },
  'a 403 like the API’s, also for GET /me/': { status: 403, headers: json, body: '{"detail":"Forbidden"}' },
  'a request for HTTP Basic': { status: 401, headers: { 'WWW-Authenticate': 'Basic realm="x"' } },
  'a redirect': { status: 302, headers: { Location: '/login' } },
  'plain text with 200': { status: 200, headers: { 'Content-Type': 'text/plain' }, body: 'ok' },
  '429': { status: 429, headers: { 'Retry-After': '1' } },
  '500': { status: 500, headers: { 'Content-Type': 'application/json' }, body: '{}' },
  '503 in HTML': { status: 503, headers: html, body: '<p>maintenance</p>' },
  'JSON about something else with 200': {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: '{"message":"maintenance"}',
  },
};

test(
  'fault: reads get a portal’s page, a redirect, 500, 429, a wrong type or foreign JSON → none of them is cached, and cached copies are served instead',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(401, 403, 404, 429, 500, 503);
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    // Waits until the lesson's question set is read ahead, which happens when the page is idle.
    for (const end of [/\/question-set\/[^/]+$/, /\/explanation$/])
      await expect.poll(async () => (await studyCopies(page)).some(({ url }) => end.test(url))).toBe(true);
    const before = (await studyCopies(page)).map(({ url, text }) => `${url} ${text}`).toSorted();
    const lessonPath = `/api/v1/lessons/${first.id}`;
    const picture = (await studyCopies(page)).find(({ contentType }) => contentType.startsWith('image/'))?.url ?? '';
    for (const [name, answer] of Object.entries(badAnswers)) {
      network.follow(() => answer);
      const held = await readThroughWorker(page, lessonPath);
      expect(held.status, name).toBe(200);
      expect(held.cachedAt, name).toBeTruthy();
      expect(held.text, name).toContain(first.title);
      expect(await drawPicture(page, `${picture}&t=1`, 'anonymous'), name).toBeGreaterThan(0);

      const unseen = await readThroughWorker(page, `/api/v1/lessons/${second.id}`);
      expect(unseen.cachedAt, name).toBeNull();
      expect(await drawPicture(page, '/files/pub-container/statistics-img-ci.webp?t=1', 'anonymous'), name).toBe(0);
    }
    expect((await studyCopies(page)).map(({ url, text }) => `${url} ${text}`).toSorted()).toEqual(before);
  },
);

test(
  'fault: the network returns within 30 s of its failure → the next screen is shown at once, and the sync indicator shows 同期済み (synced)',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    await visit(page, '/');
    network.cut();
    expect((await readThroughWorker(page, `/api/v1/lessons/${first.id}`)).cachedAt).toBeTruthy();
    network.pass();
    await followInApp(page, `/lessons/${first.id}`);
    await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible();

    await expectSync(page, '同期済み');
  },
);

test('a picture is downloaded once per hourly cache bucket', { tag: ['@once', '@long'] }, async ({ page, network }) => {
  // The request bypasses the HTTP cache, which would hide a second download.
  network.follow(({ path }) =>
    path.startsWith('/files/') ? { changeHeaders: (headers) => ({ ...headers, 'cache-control': 'no-store' }) } : 'pass',
  );
  await signIn(page, 'student2');
  await studyAll(page, [first]);
  await visit(page, `/lessons/${first.id}`);
  const [picture = ''] = await expectLessonWithImages(page, first.title);
  await visit(page, '/');
  await visit(page, `/lessons/${first.id}`);
  await expectLessonWithImages(page, first.title);
  expect(network.count('GET', picture)).toBe(1);

  const { url = '' } = (await studyCopies(page)).find((copy) => new URL(copy.url).pathname === picture) ?? {};
  expect(await drawPicture(page, `${url}${url.includes('?') ? '&' : '?'}t=1`, 'anonymous')).toBeGreaterThan(0);
  expect(network.count('GET', picture)).toBe(2);
  expect((await heldPaths(page)).filter((path) => path === picture)).toHaveLength(1);
});

test(
  'fault: a picture’s host sends no CORS headers (opaque response) → the picture is shown, and not cached',
  { tag: '@once' },
  async ({ page, network }) => {
    const host = await startScriptedNetwork(network.origin);
    host.follow(() => ({ status: 200, headers: { 'Content-Type': 'image/webp' }, body: PICTURE }));
    network.follow(() => ({
      changeHeaders: (headers) => {
        // Sets the Content-Security-Policy that the server writes for a content host: for pictures of the page and
        // requests of the service worker.
        const policy = String(headers['content-security-policy']).replaceAll(/(img|connect)-src/g, `$& ${host.origin}`);
        return { ...headers, 'content-security-policy': policy };
      },
    }));
    await signIn(page, 'student2');
    await workerReady(page);
    await visit(page, '/');

    expect(await drawPicture(page, `${host.origin}/far.webp`, null)).toBeGreaterThan(0);

    expect(host.count('GET', '/far.webp')).toBe(1);
    expect((await studyCopies(page)).filter(({ url }) => url.startsWith(host.origin))).toEqual([]);
    await host.dispose();
  },
);

test(
  'fault: an update’s service worker script is answered with 404, 500 and a web page → the old worker stays, the app opens offline, and updates once the script arrives',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(404, 500);
    let script: ScriptedAnswer = 'pass';
    network.follow(({ path }) => (path === '/sw.js' ? script : 'pass'));
    await signIn(page, 'abe');
    await workerReady(page);

    for (const [name, answer] of Object.entries(BROKEN)) {
      script = answer;
      const outcome = await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        const isRefused = await registration?.update().then(
          () => false,
          () => true,
        );
        return { isRefused, active: registration?.active?.state, waiting: registration?.waiting };
      });
      expect(outcome, name).toEqual({ isRefused: true, active: 'activated', waiting: null });
      await page.reload();
      await appReady(page);
    }

    network.cut();
    await page.reload();
    await appReady(page);
    await expect(page.getByRole('heading', { level: 1, name: /のホーム$/ })).toBeVisible();

    script = {
      status: 200,
      headers: { 'Content-Type': 'text/javascript', 'Cache-Control': 'no-cache' },
      body: `${readFileSync('dist/sw.js', 'utf8')}\n// The next version.`,
    };
    network.follow(({ path }) => (path === '/sw.js' ? script : 'pass'));
    await lookForUpdate(page);
    await expect(page.getByRole('region', { name: '新しい版があります' })).toBeVisible();
  },
);

test(
  'fault: the service worker cannot read Cache Storage → the app is loaded from its host',
  { tag: '@once' },
  async ({ page, network }) => {
    const broken = `CacheStorage.prototype.match = () => Promise.reject(new DOMException('Internal error', 'UnknownError'));`;
    network.follow(({ path }) =>
      path === '/sw.js'
        ? {
            status: 200,
            headers: { 'Content-Type': 'text/javascript' },
            body: `${broken}\n${readFileSync('dist/sw.js', 'utf8')}`,
          }
        : 'pass',
    );
    await signIn(page, 'abe');
    await workerReady(page);

    await page.reload();
    await appReady(page);
    await expect(page.getByRole('heading', { level: 1, name: /のホーム$/ })).toBeVisible();
  },
);
