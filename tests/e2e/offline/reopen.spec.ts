/**
 * Tests that studying continues after server and browser were killed, and every queued call arrives exactly once
 * (docs/offline.md).
 */
import type { Page } from '@playwright/test';

import { expect, signIn, screenReady } from '../support/app';
import type { KeptBrowser, KeptBrowserLife } from '../support/kept-browser';
import { PORTAL_PAGE } from '../support/scripted-network';
import { submitLogin } from '../support/sign-in';
import { askToLogOut } from '../support/steps';
import {
  answerSubmit,
  countServed,
  COURSE,
  expectLessonWithImages,
  expectSync,
  lessonActions,
  LESSONS,
  markRead,
  NOT_HELD,
  pressRead,
  queueCalls,
  receivedBy,
  SECTION,
  studyAll,
  syncIndicator,
  test,
  UNSEEN_LESSON,
  visit,
} from '../support/study';
import type { TestApp } from '../support/test-app';

// A longer timeout than usual: the browser is started several times, and the server twice.
test.use({ ownData: true });

const [first, second] = LESSONS;
/** The server's data after the three calls of {@link learnOffline} have arrived. */
const ALL_RECEIVED = { lessons: [first.id, second.id].toSorted(), submits: 1 };
/**
 * Timeout for the page to notice that the server is back: within 4 s (docs/offline.md, "Triggers"), more for a busy
 * machine, but less than the next slower timer (15 s).
 */
const BACK_WITHIN = { timeout: 12_000 };

/** Reads two lessons and submits a question set while the server is down. */
async function learnOffline(page: Page, username: string): Promise<void> {
  await markRead(page, first.id);
  await queueCalls(page, username, [answerSubmit()]);
  await visit(page, `/lessons/${second.id}`);
  await pressRead(page);
  await expect(lessonActions(page).getByText('端末に保存 ・ 送信待ち')).toBeVisible();
}

async function expectAllOpens(page: Page): Promise<void> {
  await visit(page, '/');
  await expect(page.getByRole('heading', { level: 3, name: 'Gitとコマンドライン' })).toBeVisible();
  await visit(page, '/courses');
  await expect(page.getByRole('main').getByRole('link', { name: COURSE.title })).toBeVisible();
  await visit(page, `/courses/${COURSE.id}`);
  await expect(page.getByRole('heading', { level: 1, name: COURSE.title })).toBeVisible();
  await visit(page, `/sections/${SECTION.id}`);
  await expect(page.getByRole('heading', { level: 1, name: SECTION.title })).toBeVisible();
  for (const { id, title } of LESSONS) {
    await visit(page, `/lessons/${id}`);
    await expectLessonWithImages(page, title);
  }
}

/** Asserts that the study record (受講記録簿) lists the offline calls as waiting, and prints on A4 in light colours. */
async function expectRecord(page: Page): Promise<void> {
  await visit(page, '/record');
  const rows = page.getByRole('main').getByRole('row');
  await expect(rows.filter({ hasText: '送信待ち' })).toHaveCount(3);
  await expect(page.getByText(/^\d+年\d+月\d+日 \d+時\d\d分 時点$/)).toBeVisible();
  const paper = await page.pdf({ preferCSSPageSize: true });
  expect(paper.toString('latin1')).toMatch(/\/MediaBox \[0 0 59[45][.\d]* 84[12][.\d]*\]/);

  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('button', { name: '印刷' })).toBeHidden();
  await expect(rows.first()).toHaveCSS('break-inside', 'avoid');
  await expect(page.getByRole('main').getByRole('rowgroup').first()).toHaveCSS('display', 'table-header-group');
  await expect(rows.filter({ hasText: '送信待ち' }).first()).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(255, 255, 255)');
  await page.emulateMedia({ media: null, colorScheme: null });
}

/**
 * Opens the sync panel and asserts that it lists the stored confirmations (receipts) of the three sent calls, with the
 * server's time.
 */
async function expectReceipts(page: Page): Promise<void> {
  await syncIndicator(page).click();
  const received = page.getByRole('dialog').getByRole('region', { name: '送信済み' });
  await expect(received.getByRole('listitem')).toHaveCount(3);
  await expect(received.getByText(/^受け取り済み/)).toHaveCount(3);
  for (const { title } of [first, second]) await expect(received.getByText(`「${title}」の読了`)).toBeVisible();
  await expect(received.getByText(/の解答$/)).toBeVisible();
  await expect(page.getByRole('dialog').getByText('送信待ちはありません。')).toBeVisible();
}

/** Signs in, studies online, and kills server and browser. @returns the restarted browser, without a server */
async function studyThenKillBoth(
  kept: KeptBrowser,
  app: TestApp,
  username: 'student' | 'yamada' | 'kimura',
): Promise<KeptBrowserLife> {
  const { page, problems } = await kept.open();
  await signIn(page, username);
  await studyAll(page);
  problems.expectNoNetwork();
  await app.kill();
  await kept.kill();
  const life = await kept.open();
  life.problems.expectNoNetwork();
  return life;
}

test(
  'fault: server and browser are killed, and the browser again with unsent calls → every screen opened before still opens, and each call arrives once',
  { tag: '@once' },
  async ({ app, kept }) => {
    const offline = await studyThenKillBoth(kept, app, 'student');
    await expectAllOpens(offline.page);
    await visit(offline.page, `/lessons/${UNSEEN_LESSON.id}`);
    await expect(offline.page.getByRole('heading', { level: 1, name: NOT_HELD })).toBeVisible();
    await expect(offline.page.getByRole('alert').getByRole('link', { name: first.title })).toBeVisible();
    await learnOffline(offline.page, 'student');
    await kept.kill();

    const { page, problems } = await kept.open();
    problems.expectNoNetwork();
    await visit(page, '/');
    await expectSync(page, 'オフライン ・ 送信待ち 3件');
    await expectRecord(page);
    await visit(page, `/courses/${COURSE.id}`);
    await expect(page.getByRole('link', { name: new RegExp(`${first.title}.*送信待ち`) })).toBeVisible();

    await app.start();
    await expect.poll(() => receivedBy(app.origin, 'student'), BACK_WITHIN).toEqual(ALL_RECEIVED);
    await expectSync(page, '同期済み', BACK_WITHIN.timeout);
    await expectReceipts(page);
    expect(countServed(app.output(), 'PUT', `/api/v1/progress/lesson/${first.id}`)).toBe(1);
    expect(countServed(app.output(), 'PUT', `/api/v1/progress/lesson/${second.id}`)).toBe(1);
    expect(countServed(app.output(), 'POST', '/api/v1/submit')).toBe(1);
  },
);

test(
  'fault: another learner signs in while calls of the first learner are unsent → no data of the first is sent, shown or counted until the first signs in again',
  { tag: ['@once', '@long'] },
  async ({ app, kept }) => {
    const offline = await studyThenKillBoth(kept, app, 'yamada');
    await learnOffline(offline.page, 'yamada');
    await askToLogOut(offline.page);
    await offline.page.getByRole('button', { name: '端末に残してログアウト' }).click();
    await expect(offline.page.getByText('この端末に送信待ちの学習が3件あります。')).toBeVisible();
    await kept.kill();

    await app.start();
    const { page } = await kept.open();
    await signIn(page, 'matsumoto');
    await expectSync(page, '同期済み');
    await visit(page, `/lessons/${first.id}`);
    await expect(lessonActions(page).getByRole('button', { name: '読了にする' })).toBeVisible();
    await pressRead(page);
    await expect(lessonActions(page).getByText('読了', { exact: true })).toBeVisible();
    await syncIndicator(page).click();
    await expect(page.getByRole('region', { name: '送信済み' }).getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('送信待ちはありません。')).toBeVisible();
    await page.getByRole('button', { name: '閉じる' }).click();
    expect(await receivedBy(app.origin, 'yamada')).toEqual({ lessons: [], submits: 0 });
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: [first.id], submits: 0 });
    expect(countServed(app.output(), 'POST', '/api/v1/submit')).toBe(0);

    await askToLogOut(page);
    await expect(page).toHaveURL('/login');
    await submitLogin(page, 'yamada');
    await screenReady(page);
    await expect.poll(() => receivedBy(app.origin, 'yamada'), BACK_WITHIN).toEqual(ALL_RECEIVED);
    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

test(
  'fault: a proxy answers 503, then a web page with 200, then passes requests → calls stay queued, lessons still open, and each call arrives once',
  { tag: ['@once', '@long'] },
  async ({ network, app, keptBehindNetwork: kept }) => {
    const online = await kept.open();
    await signIn(online.page, 'kobayashi');
    await studyAll(online.page);
    online.problems.expectNoNetwork();
    network.cut();
    await kept.kill();

    const { page, problems } = await kept.open();
    problems.expectNoNetwork();
    problems.expectStatus(503);
    await visit(page, '/');
    await learnOffline(page, 'kobayashi');
    const puts = () => network.count('PUT', /^\/api\/v1\/progress\/lesson\//);
    const cutPuts = puts();
    network.follow(() => ({ status: 503, headers: { 'Content-Type': 'text/html' }, body: '<h1>Bad gateway</h1>' }));
    await expect.poll(puts).toBeGreaterThan(cutPuts);
    await expectSync(page, /送信待ち 3件/);
    await visit(page, `/lessons/${first.id}`);
    await expectLessonWithImages(page, first.title);

    network.follow(() => PORTAL_PAGE);
    await visit(page, '/');
    await expectSync(page, '接続の確認が必要 ・ 送信待ち 3件', 20_000);
    await visit(page, `/lessons/${second.id}`);
    await expectLessonWithImages(page, second.title);
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [], submits: 0 });

    network.pass();
    await expect.poll(() => receivedBy(app.origin, 'kobayashi'), BACK_WITHIN).toEqual(ALL_RECEIVED);
    await expectSync(page, '同期済み');
    await expectReceipts(page);
  },
);
