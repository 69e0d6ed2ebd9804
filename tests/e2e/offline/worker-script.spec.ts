/** Tests wrong responses for the service worker's script at an update: the installed service worker keeps working. */
import { readFileSync } from 'node:fs';

import { appReady, expect, signIn } from '../support/app';
import { lookForUpdate, workerReady } from '../support/device';
import type { ScriptedAnswer } from '../support/scripted-network';
import { networkTest as test } from '../support/study';

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
