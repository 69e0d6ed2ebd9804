/** Tests what browsers older than the supported ones show (docs/browsers.md). */
import type { Page } from '@playwright/test';

import { axe, expect, signIn } from '../support/app';
import { ownerAt, workerReady } from '../support/device';
import { PRERENDER_TIMEOUT, readPrerendered } from '../support/prerendered';
import { expectQueue, expectSync, LESSONS, networkTest as test, pressRead, visit } from '../support/study';

test.use({ ownData: true });

const [{ id: LESSON }] = LESSONS;
const notice = (page: Page) => page.getByRole('main').getByRole('heading', { level: 1 });
const TOO_OLD = 'このブラウザーは古いため使えません';

/** Emulates a browser older than the supported ones: Safari 16.3 lacks this API. */
const makeTooOld = (page: Page) => page.addInitScript(() => Reflect.deleteProperty(window, 'CompressionStream'));

test(
  'a browser that is too old shows which one is needed, online, offline and on a prerendered lesson, and its queued calls are kept',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    await signIn(page, 'ishikawa');
    await workerReady(page);
    await visit(page, `/lessons/${LESSON}`);
    const owner = ownerAt(new URL(page.url()).origin, 'user-ishikawa');
    await expect.poll(() => readPrerendered(page, owner, LESSON), PRERENDER_TIMEOUT).toContain('<article');
    expectNoNetwork();
    network.cut();
    await pressRead(page);
    await expectSync(page, /送信待ち 1件$/);

    await makeTooOld(page);
    for (const path of [`/lessons/${LESSON}`, '/', '/login']) {
      await page.goto(path);
      await expect(notice(page)).toHaveText(TOO_OLD);
      await expect(page.getByText('Safari 16.4、Chrome 109、Firefox 115 以降に更新して')).toBeVisible();
    }
    await expectQueue(page, 'ishikawa', { queued: 1 });
    await axe(page);
    network.pass();
    await page.reload();
    await expect(notice(page)).toHaveText(TOO_OLD);
  },
);

test(
  'a browser that cannot parse the code shows a notice within the first seconds',
  { tag: '@once' },
  async ({ browser, network }) => {
    const page = await browser.newPage();
    network.follow(({ path }) =>
      /^\/assets\/start-.*\.js$/.test(path)
        ? { status: 200, headers: { 'Content-Type': 'text/javascript' }, body: 'const = 1' }
        : 'pass',
    );
    await page.goto(`${network.origin}/login`);
    await expect(page.getByText('アプリを読み込めませんでした。')).toBeVisible();
    await page.close();
  },
);
