/** Tests signing out with queued calls, and the data that remains on the device (docs/offline.md, "Sign-out"). */
import type { Page } from '@playwright/test';

import { expect, type DemoUser, login, screenReady } from '../support/app';
import { dumpDevice, ownerAt, storedAccessToken } from '../support/device';
import { submitLogin } from '../support/sign-in';
import { askToLogOut } from '../support/steps';
import {
  COURSE,
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonRead,
  markRead,
  queueCalls,
  receivedBy,
  studyAll,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const [first, second] = LESSONS;

/** Studies online, loses the network, and records three calls, which stay in the queue. */
async function leaveThreeWaiting(page: Page, username: DemoUser, cut: () => void): Promise<void> {
  await login(page, username);
  await studyAll(page, [first]);
  cut();
  await markRead(page, first.id);
  await queueCalls(page, username, [lessonRead(second.id), answerSubmit()]);
  await expectSync(page, /送信待ち 3件$/);
}

async function logOut(page: Page, choice: RegExp | string): Promise<void> {
  await askToLogOut(page);
  await page.getByRole('dialog').getByRole('button', { name: choice }).click();
  await expect(page).toHaveURL('/login');
  await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
}

const waitingNote = (page: Page) => page.getByText(/この端末に送信待ちの学習が\d+件あります/);

/** Words that would identify a learner in the device's storage: names, titles, ids, tokens. */
function traces(name: string, username: string, accessToken: string): string[] {
  return [name, `user-${username}`, accessToken, COURSE.title, first.title, first.id, '/api/v1/', 'refresh_token'];
}

/** Lists the lines of the device's storage dump that contain one of the words. */
async function linesWith(page: Page, words: string[]): Promise<string[]> {
  const lines = await dumpDevice(page);
  return lines.filter((line) => words.some((word) => line.includes(word)));
}

/**
 * Matches a wipe mark, which blocks late writes after a sign-out: it names only the owner, and remains until the owner
 * signs in again.
 */
const isMark = (line: string) => /^idb (queue\/queue \["wipe",|\w[\w-]*\/\w+ "#leaving\|)/.test(line);
/**
 * Matches a queued call that was kept on request, and the mark that it was never tried: they name its owner and its
 * lesson or question set.
 */
const isKeptCall = (line: string) =>
  /^(idb queue\/queue \["(?:queued(?:-call)?|untried)",|localStorage manabiba-queue\|)/.test(line);

test(
  'fault: logout offline with queued calls, 端末に残してログアウト (keep them) → nothing readable remains except the calls, which are sent at the next login',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork, app }) => {
    expectNoNetwork();
    await leaveThreeWaiting(page, 'kato', network.cut);
    const accessToken = await storedAccessToken(page);
    const words = traces('加藤 真由美', 'kato', accessToken);
    expect(await linesWith(page, words), 'the dump finds the words before the logout').not.toEqual([]);

    await logOut(page, '端末に残してログアウト');
    await expect(waitingNote(page)).toHaveText(/送信待ちの学習が3件あります/);
    await expect(page.locator('body')).not.toContainText('加藤');
    const left = await linesWith(page, words);
    expect(left.filter((line) => !isMark(line) && !isKeptCall(line))).toEqual([]);
    expect(left.filter(isKeptCall).filter((line) => line.includes(accessToken))).toEqual([]);
    await expectQueue(page, 'kato', { queued: 3 });

    network.pass();
    await submitLogin(page, 'kato');
    await screenReady(page);
    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'kato')).toEqual({ lessons: [first.id, second.id].toSorted(), submits: 1 });
  },
);

test(
  'fault: logout offline with queued calls, 送信してログアウト (send first) → unsent calls are listed, the logout is not blocked, and the calls stay queued',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, app }) => {
    expectNoNetwork();
    await leaveThreeWaiting(page, 'sasaki', network.cut);

    await askToLogOut(page);
    await page.getByRole('button', { name: '送信してログアウト' }).click();
    const left = page.getByRole('dialog', { name: '送信できなかった学習があります' });
    await expect(left.getByRole('alert')).toContainText('送信待ち3件を送信できませんでした');
    await left.getByRole('button', { name: '端末に残してログアウト' }).click();
    await expect(page).toHaveURL('/login');

    await expect(waitingNote(page)).toHaveText(/送信待ちの学習が3件あります/);
    expect(await receivedBy(app.origin, 'sasaki')).toEqual({ lessons: [], submits: 0 });
    await expectQueue(page, 'sasaki', { queued: 3 });
  },
);

test(
  'fault: logout online with queued calls, 送信してログアウト (send first) → the calls are sent first, and nothing remains',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, expectStatus, app }) => {
    expectNoNetwork();
    expectStatus(503);
    await leaveThreeWaiting(page, 'ishikawa', network.cut);
    // Reads of IndexedDB succeed, writes fail: the calls are sent only because the learner asks for it.
    network.follow(({ method }) => (method === 'GET' ? 'pass' : { status: 503 }));
    await askToLogOut(page);
    const send = page.getByRole('dialog').getByRole('button', { name: '送信してログアウト' });
    await expect(send).toBeVisible();
    network.pass();
    await send.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();

    expect(await receivedBy(app.origin, 'ishikawa')).toEqual({ lessons: [first.id, second.id].toSorted(), submits: 1 });
    await expect(waitingNote(page)).toBeHidden();
    const left = await linesWith(page, [
      '石川 陽子',
      'user-ishikawa',
      first.id,
      first.title,
      COURSE.title,
      'refresh_token',
    ]);
    expect(left.filter((line) => !isMark(line))).toEqual([]);
  },
);

test(
  'fault: logout with queued calls, 破棄してログアウト (discard them) → the calls are deleted, and not sent at the next login',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, app }) => {
    expectNoNetwork();
    await leaveThreeWaiting(page, 'abe', network.cut);

    await askToLogOut(page);
    const discard = page.getByRole('dialog').getByRole('button', { name: '3件を破棄してログアウト' });
    await discard.click();
    await page.getByRole('group', { name: /^読了2件、提出した解答1件が消えます。/ }).waitFor();
    await discard.click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();

    await expect(waitingNote(page)).toBeHidden();
    const left = await linesWith(page, ['阿部 光', 'user-abe', first.id, first.title, COURSE.title, 'refresh_token']);
    expect(left.filter((line) => !isMark(line))).toEqual([]);
    network.pass();
    await submitLogin(page, 'abe');
    await screenReady(page);
    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'abe')).toEqual({ lessons: [], submits: 0 });
  },
);

test(
  'fault: the browser is killed in the middle of a logout → the next start completes it, before any sign-in',
  { tag: ['@once', '@detail'] },
  async ({ app, kept }) => {
    const { page } = await kept.open();
    await login(page, 'hashimoto');
    await studyAll(page, [first]);
    const accessToken = await storedAccessToken(page);
    // The wipe stops after its first transaction: deleting the study cache never finishes.
    await page.evaluate(() => {
      caches.delete = () => new Promise(() => undefined);
    });
    await askToLogOut(page);
    const owner = ownerAt(app.origin, 'user-hashimoto');
    await expect
      .poll(async () => (await dumpDevice(page)).filter(isMark).some((line) => line.includes(owner)))
      .toBe(true);
    await kept.kill();

    const next = await kept.open();
    await visit(next.page, '/login');
    await expect(next.page.getByRole('button', { name: 'ログイン' })).toBeVisible();
    const left = await linesWith(next.page, traces('橋本 奈々', 'hashimoto', accessToken));
    expect(left.filter((line) => !isMark(line))).toEqual([]);
  },
);
