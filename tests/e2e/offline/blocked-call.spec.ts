/**
 * Tests a firewall that blocks one queued call every time: the others arrive, and the learner decides about the blocked
 * call (docs/decisions/0022).
 */
import type { Page } from '@playwright/test';

import { expect, signIn } from '../support/app';
import type { ScriptedAnswer } from '../support/scripted-network';
import {
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonRead,
  queueCalls,
  receivedBy,
  syncIndicator,
  networkTest as test,
} from '../support/study';

// The test runs without a service worker, because the clock of a worker cannot be set.
test.use({ ownData: true, serviceWorkers: 'block' });

const [stopped, free] = LESSONS;
/** A time in ms that is longer than the longest backoff of a call (5 min). */
const LATER_MS = 301_000;
/** Number of failed attempts before a call is listed under 要確認 (needs a decision). */
const MAX_STOPS = 20;
const FIREWALL_PAGE: ScriptedAnswer = {
  status: 403,
  headers: { 'Content-Type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Request blocked</title><p>Request blocked</p>',
};

/** Dispatches the event `online`, which starts a replay. */
async function seeNetwork(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')));
}

/** Starts a replay of the queue after every backoff is over. */
async function seeNetworkLater(page: Page): Promise<void> {
  await page.clock.setSystemTime((await page.evaluate(() => Date.now())) + LATER_MS);
  await seeNetwork(page);
}

test(
  'fault: a firewall answers one call with 403 in HTML every time → the others arrive, and the blocked call is listed under 要確認 (needs a decision), where it can be read, copied and discarded',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(403);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await signIn(page, 'sasaki');
    await page.clock.install();
    const path = `/api/v1/progress/lesson/${stopped.id}`;
    network.follow((request) => (request.method === 'PUT' && request.path === path ? FIREWALL_PAGE : 'pass'));
    await queueCalls(page, 'sasaki', [lessonRead(stopped.id), lessonRead(free.id), answerSubmit()]);

    await expect(async () => {
      await seeNetwork(page);
      expect(await receivedBy(app.origin, 'sasaki')).toEqual({ lessons: [free.id], submits: 1 });
    }).toPass({ intervals: [200] });
    // If a replay tries the blocked call first, the sync indicator reports that until the next replay.
    await expect(async () => {
      await seeNetwork(page);
      await expectSync(page, '送信待ち 1件', 2000);
    }).toPass();
    await syncIndicator(page).click();
    const waiting = page.getByRole('region', { name: '送信待ち' });
    await expect(waiting).toContainText(`「${stopped.title}」の読了`);
    await expect(waiting).toContainText('この記録だけ途中で止められています');
    await expect(waiting.getByRole('button', { name: '破棄' })).toBeVisible();

    const aside = page.getByRole('region', { name: '要確認' });
    await expect(async () => {
      await seeNetworkLater(page);
      expect(await aside.isVisible()).toBe(true);
    }).toPass({ intervals: [100] });

    expect(network.count('PUT', path)).toBeGreaterThan(MAX_STOPS);
    await expect(aside).toContainText(`「${stopped.title}」の読了`);
    await expect(aside).toContainText('この記録だけ通信の途中で止められています（403）');
    await expect(waiting).toContainText('送信待ちはありません。');
    await aside.getByRole('button', { name: 'コピー' }).click();
    await expect(page.getByText('コピーしました')).toBeVisible();
    expect(JSON.parse(await page.evaluate(() => navigator.clipboard.readText()))).toMatchObject({
      call: lessonRead(stopped.id),
      refusal: { status: 403, isBlocked: true },
    });

    await aside.getByRole('button', { name: '破棄' }).click();
    await aside
      .getByRole('group', { name: /破棄しますか/ })
      .getByRole('button', { name: '破棄' })
      .click();

    await expectSync(page, '同期済み');
    await expectQueue(page, 'sasaki', { sent: 2 });
    expect(await receivedBy(app.origin, 'sasaki')).toEqual({ lessons: [free.id], submits: 1 });
  },
);
