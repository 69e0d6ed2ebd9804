/** Tests 読了 (mark as read) and its undo (取り消す) in a real browser: reloaded within 5 s, hidden, and with two tabs. */
import type { Page } from '@playwright/test';

import { type DemoUser, expect, signIn } from '../support/app';
import {
  LESSONS,
  expectQueue,
  expectSync,
  lessonActions,
  pressRead,
  receivedBy,
  syncIndicator,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const [lesson, next] = LESSONS;

/**
 * Stops, in every page, the timer of the 5 s in which a record can be undone, so that the test does not depend on the
 * machine's speed.
 */
async function holdUndoTime(page: Page): Promise<void> {
  await page.context().addInitScript(() => {
    const { setTimeout: setRealTimeout } = globalThis;
    const setTimeoutUnlessHeld = (run: TimerHandler, ms = 0, ...given: unknown[]) =>
      ms > 4000 && ms <= 5000 ? 0 : setRealTimeout(run, ms, ...given);
    globalThis.setTimeout = setTimeoutUnlessHeld as typeof setTimeout;
  });
}

async function openLesson(page: Page, username: DemoUser): Promise<void> {
  await holdUndoTime(page);
  await signIn(page, username);
  await visit(page, `/lessons/${lesson.id}`);
}

test(
  'fault: the page is reloaded offline within 5 s after 読了 (mark as read) → the record is kept, and sent when the network returns',
  { tag: '@once' },
  async ({ app, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await openLesson(page, 'sasaki');
    network.follow(({ method }) => (method === 'PUT' ? 'cut' : 'pass'));
    await pressRead(page);
    await expect(lessonActions(page).getByRole('button', { name: '取り消す' })).toBeVisible();

    await page.reload();
    await expect(lessonActions(page).getByRole('status')).toHaveText(/送信待ち$/);
    await expect(lessonActions(page).getByRole('button', { name: '取り消す' })).toHaveCount(0);
    network.pass();
    await page.evaluate(() => window.dispatchEvent(new Event('online')));
    await expectSync(page, '同期済み');
    expect((await receivedBy(app.origin, 'sasaki'))?.lessons).toContain(lesson.id);
    await expectQueue(page, 'sasaki', { sent: 1 });
  },
);

test('a hidden page sends a reading at once, and 取り消す says so', { tag: '@once' }, async ({ page }) => {
  await openLesson(page, 'kimura');
  await page.getByRole('button', { name: `読了にして次へ：${next.title}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: next.title })).toBeVisible();
  const undo = lessonActions(page).getByRole('button', { name: '取り消す' });
  await expect(undo).toBeVisible();
  await expectSync(page, '送信待ち 1件');

  await page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    document.dispatchEvent(new Event('visibilitychange'));
  });
  await expectSync(page, '同期済み');
  await undo.click();
  await expect(lessonActions(page)).toContainText('受け取り済みのため、取り消せません');
});

test(
  'with two tabs, a read mark undone in one tab is undone in both, and a mark already sent by the other tab cannot be undone',
  { tag: '@once' },
  async ({ context, page }) => {
    await openLesson(page, 'sasaki');
    const other = await context.newPage();
    await visit(other, `/lessons/${next.id}`);
    await visit(page, `/lessons/${next.id}`);
    await pressRead(page);
    await expect(lessonActions(other).getByRole('status')).toHaveText(/送信待ち$/);
    await lessonActions(page).getByRole('button', { name: '取り消す' }).click();
    await expect(lessonActions(page)).toContainText('取り消しました');
    await expect(lessonActions(other).getByRole('button', { name: '読了にする' })).toBeVisible();

    await pressRead(page);
    await syncIndicator(other).click();
    await other.getByRole('button', { name: '今すぐ送信' }).click();
    await expect(lessonActions(page).getByRole('status')).toHaveText('読了');
    await lessonActions(page).getByRole('button', { name: '取り消す' }).click();
    await expect(lessonActions(page)).toContainText('受け取り済みのため、取り消せません');
    await expect(lessonActions(page).getByRole('status')).toHaveText('読了');
  },
);
