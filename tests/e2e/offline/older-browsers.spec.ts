/** Tests the oldest supported browsers, and older ones (docs/browsers.md). */
import type { Page } from '@playwright/test';

import { axe, expect, login, signIn } from '../support/app';
import { ownerAt, studyCopies, workerReady } from '../support/device';
import { answerOlderWorker, olderBrowser } from '../support/older-browser';
import { PRERENDER_TIMEOUT, readPrerendered } from '../support/prerendered';
import {
  LESSONS,
  QUESTION_SET,
  expectLessonWithImages,
  expectQueue,
  expectSync,
  lessonActions,
  networkTest as test,
  pressRead,
  receivedBy,
  visit,
} from '../support/study';

// Timeout in ms of a whole journey: a minute on a busy machine, two if several start at once.
test.use({ ownData: true });

const [{ id: LESSON, title: TITLE }] = LESSONS;
/** Timeout for the page to notice that the server is back: within 4 s, more for a busy machine. */
const BACK_WITHIN = { timeout: 30_000 };

/** Returns the APIs of newer browsers that the page still has. */
const readNewer = (page: Page) =>
  page.evaluate(() =>
    Object.entries({
      any: 'any' in AbortSignal,
      canParse: 'canParse' in URL,
      toSorted: 'toSorted' in Array.prototype,
      requestIdleCallback: 'requestIdleCallback' in window,
    }).flatMap(([name, isThere]) => (isThere ? [name] : [])),
  );

async function solveFirstQuestion(page: Page): Promise<void> {
  await visit(page, `/question/solve/${QUESTION_SET.id}`);
  await page.getByRole('radio').nth(1).check();
  await expect(page.getByText('解答はこの端末に保存されています')).toBeVisible();
  await visit(page, `/question/solve/${QUESTION_SET.id}?view=overview`);
  await page.getByRole('button', { name: '提出する' }).click();
}

test(
  'the oldest supported browsers sign in, read a lesson, mark it as read, solve a question set offline and send it later',
  { tag: '@once' },
  async ({ page, network, app, expectNoNetwork }) => {
    network.follow(answerOlderWorker);
    await page.addInitScript(olderBrowser);
    await login(page, 'student');
    expect(await readNewer(page)).toEqual([]);
    await workerReady(page);

    await visit(page, `/lessons/${LESSON}`);
    await expectLessonWithImages(page, TITLE);
    await pressRead(page);
    await expect(lessonActions(page).getByText('読了', { exact: true })).toBeVisible();
    await expect.poll(() => receivedBy(app.origin, 'student'), BACK_WITHIN).toEqual({ lessons: [LESSON], submits: 0 });
    const wanted = ['', '/explanation'].map((end) => `/api/v1/question-set/${QUESTION_SET.id}${end}`);
    await expect
      .poll(async () => (await studyCopies(page)).map(({ url }) => new URL(url).pathname))
      .toEqual(expect.arrayContaining(wanted));

    expectNoNetwork();
    network.cut();
    await visit(page, `/lessons/${LESSON}`);
    await expectLessonWithImages(page, TITLE);
    await solveFirstQuestion(page);
    await expect(page.getByText('仮採点')).toBeVisible();
    await expectSync(page, /送信待ち 1件$/);

    network.follow(answerOlderWorker);
    await expect.poll(() => receivedBy(app.origin, 'student'), BACK_WITHIN).toEqual({ lessons: [LESSON], submits: 1 });
    await expect(page.getByText('仮採点')).toHaveCount(0, BACK_WITHIN);
    await expectQueue(page, 'student', { sent: 2 });
    for (const path of ['/', '/courses', '/profile', '/review']) await visit(page, path);
  },
);

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
