/**
 * Tests a course saved on the device (pack): resumed after a kill, opened with the server down, and deleted on request
 * and at sign-out.
 */
import type { Page } from '@playwright/test';

import { expect, signIn, screenReady } from '../support/app';
import { dumpDevice, studyCopies, workerReady } from '../support/device';
import type { Script } from '../support/scripted-network';
import { submitLogin } from '../support/sign-in';
import { askToLogOut } from '../support/steps';
import {
  COURSE,
  LESSONS,
  expectLessonWithImages,
  expectQueue,
  lessonRead,
  queueCalls,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const COURSE_PATH = `/courses/${COURSE.id}`;
const card = (page: Page) => page.getByRole('region', { name: 'この端末に保存' });
const saved = (page: Page) => card(page).getByText('保存済み', { exact: true });

/** Starts saving the course. @param slowDown changes the network once the course's size is known */
async function startSaving(page: Page, slowDown: () => void = () => undefined): Promise<void> {
  await workerReady(page);
  await visit(page, COURSE_PATH);
  await expect(card(page).getByText(/^約/)).toBeVisible();
  slowDown();
  await card(page).getByRole('button', { name: 'この端末に保存' }).click();
}

/** Presses 出発前チェック (the check before going offline). @returns how many items open offline, and how many there are */
async function check(page: Page): Promise<[number, number]> {
  await card(page).getByRole('button', { name: '出発前チェック' }).click();
  const answer = card(page).getByText(/^\d+\/\d+ 機内モードで開けます$/);
  await expect(answer).toBeInViewport();
  await expect(card(page).getByText(/^アプリ本体の保存が終わっていません/)).toBeHidden();
  const [, ready, all] = /^(\d+)\/(\d+)/.exec((await answer.textContent()) ?? '') ?? [];
  return [Number(ready), Number(all)];
}

/**
 * Requests every item of the course through the service worker, as the page does.
 *
 * @returns how many items were found
 */
function openEverything(page: Page, courseId: string): Promise<{ lessons: number; sets: number; images: number }> {
  return page.evaluate(async (id) => {
    const session = await new Promise<{ tokenType: string; accessToken: string }>((resolve) => {
      const opening = indexedDB.open('session');
      opening.onsuccess = () => {
        const reading = opening.result.transaction('session').objectStore('session').get('current') as IDBRequest<{
          tokenType: string;
          accessToken: string;
        }>;
        reading.onsuccess = () => resolve(reading.result);
      };
    });
    const headers = { Authorization: `Bearer ${session.accessToken}` };
    const ask = async <T>(path: string): Promise<T> => {
      const response = await fetch(`/api/v1${path}`, { headers });
      if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
      return (await response.json()) as T;
    };
    interface Outline {
      sections: { chapters: { lessons: { id: string }[] }[] }[];
    }
    const { sections } = await ask<Outline>(`/courses/${id}`);
    const lessons = sections.flatMap(({ chapters }) => chapters.flatMap((chapter) => chapter.lessons));
    const found = { lessons: lessons.length, sets: 0, images: 0 };
    for (const each of lessons) {
      const lesson = await ask<{ contentId: string; questionSets: { id: string }[] }>(`/lessons/${each.id}`);
      for (const set of lesson.questionSets) {
        await ask(`/question-set/${set.id}`);
        await ask(`/question-set/${set.id}/explanation`);
        found.sets += 1;
      }
      const response = await fetch(await ask<string>(`/content/${lesson.contentId}`), {
        headers: { Accept: 'text/markdown' },
      });
      const text = await response.text();
      for (const [, contentId = ''] of text.matchAll(/!\[[^\]]*\]\(content:([\w-]+)/g)) {
        const image = new Image();
        image.crossOrigin = 'anonymous';
        image.src = `${await ask<string>(`/content/${contentId}`)}&t=1`;
        await image.decode();
        found.images += 1;
      }
    }
    return found;
  }, courseId);
}

test(
  'an interrupted save of a course resumes after the browser was killed, and the whole course opens with the server down',
  { tag: ['@once', '@long'] },
  async ({ network, app, keptBehindNetwork: kept }) => {
    const first = await kept.open();
    first.problems.expectNoNetwork();
    await signIn(first.page, 'yamamoto');
    // The first 40 requests pass, the others hang.
    let passed = 0;
    const holdBack: Script = ({ path }) => {
      const isPart = /^\/(api\/v1\/(lessons|question-set|content)|files)\//.test(path);
      if (!isPart || (passed += 1) <= 40) return 'pass';
      return new Promise(() => undefined);
    };
    await startSaving(first.page, () => network.follow(holdBack));
    await expect.poll(async () => (await studyCopies(first.page)).length).toBeGreaterThanOrEqual(35);
    const held = new Set((await studyCopies(first.page)).map(({ url }) => new URL(url).pathname));
    await kept.kill();

    network.pass();
    const asked = network.seen.length;
    const { page, problems } = await kept.open();
    problems.expectNoNetwork();
    // Home is a sufficient screen here, because saving continues on any screen.
    await visit(page, '/');
    await visit(page, COURSE_PATH);
    await expect(saved(page)).toBeVisible({ timeout: 30_000 });
    const again = network.seen.slice(asked).map(({ path }) => path);
    const texts = again.filter((path) => path.startsWith('/files/') && path.endsWith('.md') && held.has(path));
    expect(texts, 'texts that were saved are not downloaded again').toEqual([]);

    network.cut();
    await app.kill();
    const [ready, all] = await check(page);
    expect([ready, all > 20]).toEqual([all, true]);
    const found = await openEverything(page, COURSE.id);
    expect(found.lessons + 2 * found.sets + found.images).toBeLessThanOrEqual(all);
    await kept.close();

    // Makes a cold start of the app without a network.
    const last = await kept.open();
    last.problems.expectNoNetwork();
    for (const { id, title } of LESSONS) {
      await visit(last.page, `/lessons/${id}`);
      await expectLessonWithImages(last.page, title);
    }
  },
);

test(
  'deleting a saved course deletes no queued calls, and deleting other study data does not delete the saved course',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    await signIn(page, 'kobayashi');
    await startSaving(page);
    await expect(saved(page)).toBeVisible({ timeout: 30_000 });
    await visit(page, '/lessons/security-why');
    await expect
      .poll(async () => (await studyCopies(page)).some(({ url }) => url.endsWith('/lessons/security-why')))
      .toBe(true);
    expectStatus(503);
    network.follow(({ method }) => (method === 'GET' ? 'pass' : { status: 503 }));
    await queueCalls(page, 'kobayashi', [lessonRead(LESSONS[0].id)]);

    await visit(page, '/mypage');
    const storage = page.getByRole('region', { name: 'この端末の保存' });
    await storage.getByRole('button', { name: '他の学習データを消す' }).click();
    await storage.getByRole('button', { name: '他の学習データを消す' }).click();
    await expect(storage.getByText(/他の学習データ\d+件を消しました/)).toBeVisible();
    expect((await studyCopies(page)).filter(({ url }) => url.includes('security'))).toEqual([]);
    await visit(page, COURSE_PATH);
    await expect(saved(page)).toBeVisible();
    const [ready, all] = await check(page);
    expect(ready).toBe(all);

    await card(page).getByRole('button', { name: '保存を削除' }).click();
    await card(page).getByRole('button', { name: '保存を削除' }).click();
    await expect(card(page).getByRole('button', { name: 'この端末に保存' })).toBeVisible();
    expect(await studyCopies(page)).toEqual([]);
    await expectQueue(page, 'kobayashi', { queued: 1 });
  },
);

test(
  'a sign-out in the middle of saving a course deletes the saved part, and the next learner sees nothing of the course',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'yamada');
    let passed = 0;
    const slowly: Script = ({ path }) => {
      if (!/^\/(api\/v1\/(lessons|question-set|content)|files)\//.test(path) || (passed += 1) <= 20) return 'pass';
      return new Promise((resolve) => setTimeout(() => resolve('pass'), 300));
    };
    await startSaving(page, () => network.follow(slowly));
    await expect.poll(async () => (await studyCopies(page)).length).toBeGreaterThan(12);
    await askToLogOut(page);
    const asked = page.getByRole('dialog', { name: 'ログアウトしますか？' });
    await expect(asked).toContainText('保存したコース1件');
    await asked.getByRole('button', { name: 'ログアウト', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByRole('button', { name: 'ログイン' })).toBeVisible();
    network.pass();
    const lines = await dumpDevice(page);
    expect(lines.filter((line) => line.includes(COURSE.title) || line.startsWith('cache study-'))).toEqual([]);

    await submitLogin(page, 'matsumoto');
    await expect(page).toHaveURL('/');
    await screenReady(page);
    await visit(page, COURSE_PATH);
    await expect(card(page).getByRole('button', { name: 'この端末に保存' })).toBeVisible();
    await visit(page, '/mypage');
    await expect(page.getByText('保存したコースはありません')).toBeVisible();
  },
);
