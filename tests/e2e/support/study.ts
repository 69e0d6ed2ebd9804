/**
 * Fixtures and steps of the offline tests: study lessons with pictures, queue calls, and read what the server has
 * received.
 */
import { randomUUID } from 'node:crypto';

import type { Page } from '@playwright/test';

import type { QueuedCall } from '@/offline/queue/queued-calls';

import { expect, screenReady, test as base } from './app';
import { countEntries, type EvaluatingPage, ownerAt, studyCopies, workerReady } from './device';
import { makeKeptBrowser, type KeptBrowser, type KeptBrowserLife } from './kept-browser';
import { putWaitingCalls } from './put-waiting-calls';
import { type ScriptedNetwork, startScriptedNetwork } from './scripted-network';
import { authorize } from './sign-in';
import { openInApp } from './steps';

export const COURSE = { id: 'statistics', title: 'はじめての統計' };
export const SECTION = { id: 'statistics-s1', title: 'データを読む' };
/** Lessons with pictures that the learners of the fault tests have not read. */
export const LESSONS = [
  { id: 'statistics-spread', title: 'ばらつきを測る' },
  { id: 'statistics-charts', title: 'グラフの選び方' },
  { id: 'statistics-correlation', title: '相関と因果' },
] as const;
/** A lesson of the demo data that no test opens. */
export const UNSEEN_LESSON = { id: 'statistics-normal', title: '正規分布' };
export const QUESTION_SET = { id: 'statistics-q-summary', title: '確認問題：代表値とばらつき' };
export const NOT_HELD = 'この画面はまだ端末に保存されていません';

/** Fixtures of the fault tests: a browser whose profile survives a kill, and a scripted network. */
interface FaultFixtures {
  network: ScriptedNetwork;
  /** A browser whose profile survives a kill, connected to the server directly. */
  kept: KeptBrowser;
  /** A browser whose profile survives a kill, connected to the server through the scripted network. */
  keptBehindNetwork: KeptBrowser;
}

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

/**
 * Provides a browser whose profile survives a kill, and asserts at the end that no page has logged an error, before or
 * after a restart.
 */
async function provideKept(baseURL: string, provide: (kept: KeptBrowser) => Promise<void>): Promise<void> {
  const kept = await makeKeptBrowser({ ...PHONE, baseURL });
  const lives: KeptBrowserLife[] = [];
  const open = async () => {
    const life = await kept.open();
    lives.push(life);
    return life;
  };
  await provide({ ...kept, open });
  await kept.dispose();
  expect(
    lives.flatMap(({ problems }) => problems.list()),
    'errors on the console',
  ).toEqual([]);
}

export const test = base.extend<FaultFixtures>({
  serviceWorkers: 'allow',
  network: async ({ app }, provide) => {
    await app.start();
    const network = await startScriptedNetwork(app.origin);
    await provide(network);
    await network.dispose();
  },
  kept: async ({ app }, provide) => {
    await app.start();
    await provideKept(app.origin, provide);
  },
  keptBehindNetwork: ({ network }, provide) => provideKept(network.origin, provide),
});

/** Playwright's `test`, extended so that every page uses the scripted network. */
export const networkTest = test.extend({
  baseURL: ({ network }, provide) => provide(network.origin),
});

/** The sync indicator in the top bar. */
export function syncIndicator(page: Page) {
  return page.getByRole('button', { name: /^同期の状態/ });
}

/** Asserts the sync indicator's text, e.g. 「送信待ち 3件」. */
export async function expectSync(page: Page, words: RegExp | string, timeout?: number): Promise<void> {
  const name = typeof words === 'string' ? `同期の状態：${words}` : words;
  await expect(syncIndicator(page)).toHaveAccessibleName(name, { timeout });
}

/** Asserts that a lesson is shown with all its pictures. @returns the pictures' paths */
export async function expectLessonWithImages(page: Page, title: string): Promise<string[]> {
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  const pictures = page
    .getByRole('article')
    .getByRole('button', { name: /^画像を拡大/ })
    .locator('img');
  await expect(pictures).not.toHaveCount(0);
  for (const picture of await pictures.all()) {
    await expect
      .poll(() => picture.evaluate((image: HTMLImageElement) => image.complete && image.naturalWidth), {
        message: title,
      })
      .toBeGreaterThan(0);
  }
  return pictures.evaluateAll((images) => images.map((image) => new URL((image as HTMLImageElement).src).pathname));
}

/** Opens a path by loading a document, as the address bar does. */
export async function visit(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await screenReady(page);
}

/** Opens home, courses, course, section and the lessons, and waits until the device holds copies of all of them. */
export async function studyAll(page: Page, lessons: readonly { id: string; title: string }[] = LESSONS): Promise<void> {
  await workerReady(page);
  for (const path of ['/courses', `/courses/${COURSE.id}`, `/sections/${SECTION.id}`, '/']) await openInApp(page, path);
  const pictures: string[] = [];
  for (const { id, title } of lessons) {
    await openInApp(page, `/lessons/${id}`);
    pictures.push(...(await expectLessonWithImages(page, title)));
  }
  await expectHeld(page, lessons, pictures);
}

/** Asserts that the device holds copies of lessons, their texts and these pictures. */
export async function expectHeld(
  page: EvaluatingPage,
  lessons: readonly { id: string }[],
  pictures: readonly string[],
): Promise<void> {
  const paths = lessons.flatMap(({ id }) => [`/api/v1/lessons/${id}`, `/files/pub-container/${id}.md`]);
  await expect
    .poll(async () => {
      const held = new Set((await studyCopies(page)).map(({ url }) => new URL(url).pathname));
      return [...paths, ...pictures].filter((path) => !held.has(path));
    })
    .toEqual([]);
}

/** Presses 読了にする (mark as read) in a lesson, and waits until the call is in the queue. */
export async function markRead(page: Page, lessonId: string): Promise<void> {
  await visit(page, `/lessons/${lessonId}`);
  await pressRead(page);
  await expect(lessonActions(page).getByRole('status')).toBeVisible();
}

export function lessonActions(page: Page) {
  return page.getByRole('group', { name: 'レッスンの操作' });
}

export async function pressRead(page: Page): Promise<void> {
  await lessonActions(page).getByRole('button', { name: '読了にする' }).click();
}

/** Returns a queued submit of answers to the question set, as the 提出 (submit) button records it. */
export function answerSubmit(clientSubmitId: string = randomUUID()): QueuedCall {
  const answers = [{ questionId: `${QUESTION_SET.id}-1`, choiceIds: [`${QUESTION_SET.id}-1-b`] }];
  const at = new Date().toISOString();
  const submit = { clientSubmitId, questionSetId: QUESTION_SET.id, questionSetUpdatedAt: at, answers, answeredAt: at };
  return { kind: 'answer-submit', submit };
}

export function lessonRead(lessonId: string): QueuedCall {
  return { kind: 'lesson-read', lessonId };
}

/** Writes calls of a demo user directly into the queue. */
export async function queueCalls(
  page: EvaluatingPage & Pick<Page, 'url'>,
  username: string,
  calls: QueuedCall[],
): Promise<void> {
  const owner = ownerAt(new URL(page.url()).origin, `user-${username}`);
  await page.evaluate(putWaitingCalls, { owner, calls, queuedAt: new Date().toISOString() });
}

/**
 * Asserts how many queue entries a demo user has on the page's device.
 *
 * @param counts entries by state; 0 where not given
 */
export async function expectQueue(
  page: EvaluatingPage & Pick<Page, 'url'>,
  username: string,
  counts: Partial<Record<'queued' | 'refused' | 'sent', number>>,
): Promise<void> {
  const owner = ownerAt(new URL(page.url()).origin, `user-${username}`);
  expect(await countEntries(page, owner)).toEqual({ queued: 0, refused: 0, sent: 0, ...counts });
}

/** A learner's data that the server has received: lessons read, and the number of submits. */
export interface Received {
  lessons: string[];
  submits: number;
}

const tokens = new Map<string, Promise<string>>();

async function requestToken(origin: string, username: string): Promise<string> {
  return (await authorize(origin, username)).session.accessToken;
}

interface ProgressAnswer {
  courses: {
    courseId: string;
    readLessons: { lessonId: string }[];
    questionSets: { questionSetId: string; submitCount: number }[];
  }[];
}

/**
 * Reads from the server a learner's read lessons and submits in the course; `undefined` if the server does not answer.
 */
export async function receivedBy(origin: string, username: string): Promise<Received | undefined> {
  try {
    const key = `${origin} ${username}`;
    const token = await (tokens.get(key) ?? tokens.set(key, requestToken(origin, username)).get(key));
    const response = await fetch(`${origin}/api/v1/progress/detail/user-${username}`, {
      headers: { Authorization: `Bearer ${token}` },
    });
    if (response.status === 401) tokens.delete(key);
    const { courses } = (await response.json()) as ProgressAnswer;
    const course = courses.find(({ courseId }) => courseId === COURSE.id);
    const set = course?.questionSets.find(({ questionSetId }) => questionSetId === QUESTION_SET.id);
    const ours = new Set<string>(LESSONS.map(({ id }) => id));
    const lessons = (course?.readLessons ?? []).map(({ lessonId }) => lessonId).filter((id) => ours.has(id));
    return { lessons: lessons.toSorted(), submits: set?.submitCount ?? 0 };
  } catch {
    return undefined;
  }
}

/** Counts the requests to a path in the server's log since the server's start. @param path without a trailing slash */
export function countServed(output: string, method: string, path: string): number {
  return output.split('\n').filter((line) => line.replace('/ ', ' ').includes(` ${method} ${path} `)).length;
}
