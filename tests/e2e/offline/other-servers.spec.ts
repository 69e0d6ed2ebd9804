/**
 * Tests the learner's journey on servers of other people: one in the style of FastAPI behind its dialect, and one that
 * sends only what docs/wire.md requires ("The minimum").
 */
import type { Page } from '@playwright/test';
import { type ForeignServer, startFastApi } from '@tests/support/foreign-servers';
import { startMinimum } from '@tests/support/minimum-server';

import { expect, login, screenReady, type Learner } from '../support/app';
import { type AppBuild, answerFrom, buildVersion } from '../support/app-host';
import { workerReady } from '../support/device';
import { type ScriptedNetwork, startScriptedNetwork } from '../support/scripted-network';
import { openMenu } from '../support/steps';
import {
  COURSE,
  LESSONS,
  expectLessonWithImages,
  expectSync,
  networkTest,
  pressRead,
  receivedBy,
} from '../support/study';

const [LESSON, NEXT] = LESSONS;
const startOf = { fastapi: startFastApi, minimum: startMinimum };

const test = networkTest.extend<{ style: keyof typeof startOf; server: ForeignServer }>({
  style: ['minimum', { option: true }],
  server: async ({ app, style }, provide) => {
    await app.start();
    const server = await startOf[style](app.origin);
    await provide(server);
    await server.dispose();
  },
  network: async ({ server }, provide) => {
    const network = await startScriptedNetwork(server.origin);
    await provide(network);
    await network.dispose();
  },
});
test.use({ ownData: true });

/**
 * The status of a text without its signature: on a slow machine the app may ask with the URL of a copy, which has none,
 * and asks again.
 */
const UNSIGNED = 400;

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });
const main = (page: Page) => page.getByRole('main');

async function openCourse(page: Page): Promise<void> {
  await (await openMenu(page)).getByRole('link', { name: 'コース' }).click();
  await main(page).getByRole('link', { name: COURSE.title }).click();
  await expect(title(page, COURSE.title)).toBeVisible();
}

async function openLesson(page: Page, name: string): Promise<void> {
  await openCourse(page);
  await main(page)
    .getByRole('link', { name: new RegExp(`^${name}`) })
    .first()
    .click();
  await expectLessonWithImages(page, name);
}

/** Answers the first question of the open lesson's question set, and submits. */
async function solve(page: Page, result: string): Promise<void> {
  await page.getByRole('link', { name: /を解く$/ }).click();
  await expect(page.getByText(/^1 \/ 6 問・/)).toBeVisible();
  await page.getByRole('radio').nth(1).check();
  await expect(page.getByText('解答はこの端末に保存されています')).toBeVisible();
  await page.goto(`${new URL(page.url()).pathname}?view=overview`);
  await screenReady(page);
  await page.getByRole('button', { name: '提出する' }).click();
  await expect(page.getByText(result)).toBeVisible();
}

/** Signs in, reads a lesson, solves its questions, and sees the progress in the course. */
async function studyOnline(page: Page, learner: Learner): Promise<void> {
  await login(page, learner);
  await workerReady(page);
  await openLesson(page, LESSON.title);
  await pressRead(page);
  await expectSync(page, '同期済み');
  await solve(page, '送信済み');
  await openCourse(page);
  await expect(page.getByRole('link', { name: `${LESSON.title} （読了）` })).toBeVisible();
}

/** Saves the course, loses the network, reads a lesson and solves questions in the saved course. */
async function studyOffline(page: Page, network: ScriptedNetwork): Promise<void> {
  const card = page.getByRole('region', { name: 'この端末に保存' });
  await card.getByRole('button', { name: 'この端末に保存' }).click();
  await expect(card.getByText('保存済み', { exact: true })).toBeVisible({ timeout: 60_000 });
  network.cut();
  await page.reload();
  await screenReady(page);
  await openLesson(page, NEXT.title);
  await pressRead(page);
  await openLesson(page, LESSON.title);
  await solve(page, '仮採点');
  await expectSync(page, /送信待ち 2件$/);
}

async function journey(
  { page, network, server, origin }: { page: Page; network: ScriptedNetwork; server: ForeignServer; origin: string },
  { learner, reconnect }: { learner: Learner; reconnect: () => void },
): Promise<void> {
  const countSent = (call: string) => server.seen.filter((each) => each.call.startsWith(call)).length;
  await studyOnline(page, learner);
  expect([countSent('PUT /progress/lesson/'), countSent('POST /submit/')]).toEqual([1, 1]);

  await studyOffline(page, network);
  reconnect();
  await expectSync(page, '同期済み', 30_000);
  await expect(page.getByText('仮採点')).toHaveCount(0);
  expect([countSent('PUT /progress/lesson/'), countSent('POST /submit/')]).toEqual([2, 2]);
  expect(await receivedBy(origin, learner)).toEqual({ lessons: [NEXT.id, LESSON.id].toSorted(), submits: 2 });
}

test(
  'on a server with the minimum a learner reads, solves and sees the progress; study in a saved course without a network arrives once',
  { tag: '@once' },
  async ({ page, network, server, app, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(UNSIGNED);
    await journey(
      { page, network, server, origin: app.origin },
      { learner: 'yamamoto', reconnect: () => network.pass() },
    );
  },
);

test.describe('behind the dialect fastapi', () => {
  test.use({ style: 'fastapi' });
  let build: AppBuild;
  test.beforeAll(async () => {
    build = await buildVersion('fastapi', { DIALECT: 'fastapi' });
  });
  test.afterAll(() => build.dispose());

  test(
    'on a fastapi server a learner reads, solves and sees the progress; study in a saved course without a network arrives once',
    { tag: '@once' },
    async ({ page, network, server, app, expectNoNetwork, expectStatus }) => {
      expectNoNetwork();
      expectStatus(UNSIGNED);
      const connect = () => network.follow(async ({ path }) => (await answerFrom(build.folder, path)) ?? 'pass');
      connect();
      await journey({ page, network, server, origin: app.origin }, { learner: 'kobayashi', reconnect: connect });
    },
  );
});
