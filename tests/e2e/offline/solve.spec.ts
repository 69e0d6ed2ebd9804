/**
 * Tests solving a question set offline, with the browser killed in between: one submit arrives, and learner and staff
 * see the same answers.
 */
import type { Page } from '@playwright/test';

import { expect, signIn } from '../support/app';
import { studyCopies, workerReady } from '../support/device';
import { QUESTION_SET, expectQueue, expectSync, receivedBy, visit, test } from '../support/study';

test.use({ ownData: true });

const SOLVE = `/question/solve/${QUESTION_SET.id}`;
const REVIEW = `/question/review/${QUESTION_SET.id}`;
const LESSON = '/lessons/statistics-spread';
/**
 * Timeout for the page to notice that the server is back: within 4 s, more for a busy machine, but less than the next
 * slower timer (15 s).
 */
const BACK_WITHIN = { timeout: 12_000 };

/** Presses Tab until an element of this name has the focus. */
async function tabTo(page: Page, name: string): Promise<void> {
  await expect(async () => {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate(
      () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent?.trim(),
    );
    const label = await page.evaluate(() => (document.activeElement as HTMLInputElement).labels?.[0]?.textContent);
    expect([focused, label]).toContain(name);
  }).toPass({ intervals: [0] });
}

const place = (page: Page, number: number) => page.getByText(new RegExp(`^${number} / 6 問・`));

/**
 * Answers a single, a text, a multiple, a single and an order question by keyboard, and leaves the last question
 * unanswered.
 */
async function solveByKeys(page: Page): Promise<void> {
  await expect(place(page, 1)).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('Enter');
  await expect(place(page, 2)).toBeVisible();
  await tabTo(page, '解答');
  await page.keyboard.type('８');
  await page.keyboard.press('Enter');
  await expect(place(page, 3)).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('4');
  await page.keyboard.press('ArrowRight');
  await expect(place(page, 4)).toBeVisible();
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowRight');
  await expect(place(page, 5)).toBeVisible();
  await tabTo(page, '1番目を下へ');
  await page.keyboard.press('Enter');
  await expect(page.getByText('この順番で解答します。')).toBeVisible();
  // A choice is moved and moved back: the served order is never the right one, any other order may be.
  await page.keyboard.press('Shift+Tab');
  await expect(page.getByRole('button', { name: '2番目を上へ' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('2番目を1番目に動かしました。')).toBeAttached();
  await page.keyboard.press('ArrowRight');
  await expect(place(page, 6)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByText(/5 \/ 6 問に解答・問6が未解答です。/)).toBeVisible();
}

interface SetProgress {
  questionSetId: string;
  submitCount: number;
  lastScore: number;
}

/** Reads the question set's progress from the server, with the page's session. */
function serverProgress(page: Page): Promise<SetProgress | undefined> {
  return page.evaluate(async (questionSetId) => {
    const opening = indexedDB.open('session', 1);
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const reading = database.transaction('session').objectStore('session').get('current') as IDBRequest<{
      accessToken: string;
      owner: { userId: string };
    }>;
    await new Promise((resolve) => (reading.onsuccess = resolve));
    database.close();
    const { accessToken, owner } = reading.result;
    const response = await fetch(`/api/v1/progress/detail/${owner.userId}`, {
      headers: { Authorization: `Bearer ${accessToken}` },
    });
    const { courses } = (await response.json()) as { courses: { questionSets: SetProgress[] }[] };
    return courses.flatMap(({ questionSets }) => questionSets).find((set) => set.questionSetId === questionSetId);
  }, QUESTION_SET.id);
}

test(
  'fault: a question set is solved by keyboard with the server killed, and the browser is killed after 提出 (submit) → the submit is graded provisionally, kept, sent once and graded by the server, also for staff',
  { tag: ['@once', '@long'] },
  async ({ app, kept, page: staff, expectStatus }) => {
    const online = await kept.open();
    await signIn(online.page, 'student');
    await workerReady(online.page);
    await visit(online.page, LESSON);
    // Opening the lesson is enough to solve its questions offline.
    const wanted = ['', '/explanation'].map((end) => `/api/v1/question-set/${QUESTION_SET.id}${end}`);
    await expect
      .poll(async () => (await studyCopies(online.page)).map(({ url }) => new URL(url).pathname))
      .toEqual(expect.arrayContaining(wanted));
    online.problems.expectNoNetwork();
    await app.kill();

    await visit(online.page, SOLVE);
    await solveByKeys(online.page);
    await tabTo(online.page, '提出する');
    await online.page.keyboard.press('Enter');
    await expect(online.page.getByText('仮採点')).toBeVisible();
    const points = online.page.getByText(/^\d \/ 6 問正解$/);
    await expect(points).toHaveText('3 / 6 問正解');
    await tabTo(online.page, '解答と解説を見る');
    await online.page.keyboard.press('Enter');
    await expect(online.page.getByRole('navigation', { name: '問題の一覧' })).toBeVisible();
    await kept.kill();

    const { page, problems } = await kept.open();
    problems.expectNoNetwork();
    await visit(page, `${REVIEW}?q=2`);
    await expect(page.getByText('仮採点')).toBeVisible();
    await expect(page.getByText('8', { exact: true })).toHaveCount(1);
    await expectSync(page, /送信待ち 1件$/);

    await app.start();
    await expect.poll(() => receivedBy(app.origin, 'student'), BACK_WITHIN).toMatchObject({ submits: 1 });
    // The result appears on the open screen, without a reload.
    await expect(page.getByText('仮採点')).toHaveCount(0, BACK_WITHIN);
    await expect(page.getByText('3 / 6 問正解')).toBeVisible();
    expect(await serverProgress(page)).toMatchObject({ submitCount: 1, lastScore: 3 });
    await expectQueue(page, 'student', { sent: 1 });
    await visit(page, LESSON);
    await expect(page.getByText(/^前回 3 \/ 6/)).toBeVisible();

    await signIn(staff, 'staff', `${REVIEW}?user=user-student&q=2`);
    await expect(staff.getByText('佐藤 美咲さんの解答：3 / 6 問正解')).toBeVisible();
    await expect(staff.getByText('８', { exact: true })).toBeVisible();
    expectStatus(404);
    await visit(staff, `${REVIEW}?user=user-student2`);
    await expect(staff.getByRole('heading', { level: 1, name: '見つかりませんでした' })).toBeVisible();
  },
);

test(
  'fault: the browser is killed in the middle of an attempt → every answer and mark is restored',
  { tag: '@once' },
  async ({ kept }) => {
    const first = await kept.open();
    await signIn(first.page, 'student2', SOLVE);
    await expect(place(first.page, 1)).toBeVisible();
    await first.page.keyboard.press('2');
    await expect(first.page.getByRole('radio').nth(1)).toBeChecked();
    await first.page.getByRole('button', { name: 'あとで見る' }).click();
    await expect(first.page.getByText('解答はこの端末に保存されています')).toBeVisible();
    await kept.kill();

    const { page } = await kept.open();
    await visit(page, SOLVE);
    await expect(place(page, 2)).toBeVisible();
    await page.keyboard.press('ArrowLeft');
    await expect(place(page, 1)).toBeVisible();
    await expect(page.getByRole('radio').nth(1)).toBeChecked();
    await expect(page.getByRole('button', { name: 'あとで見る' })).toHaveAttribute('aria-pressed', 'true');
  },
);
