/** What every browser test imports: `test` with a running app and a page that must not complain, `expect`, and the common steps. */
import { readFileSync } from 'node:fs';

import { test as base, expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

import { watchForProblems, type PageProblems } from './page-problems';
import { putSignIn, submitLogin } from './sign-in';
import { makeAppKeeper, type AppKeeper, type TestApp } from './test-app';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Demo logins (server/demo). */
export type DemoUser = 'student' | 'student2' | 'staff' | 'teacher' | 'admin' | Learner;
/** More learners, for tests that each need somebody who has read nothing yet (fault tests). */
export type Learner =
  | 'yamamoto'
  | 'kobayashi'
  | 'yamada'
  | 'matsumoto'
  | 'kimura'
  | 'sasaki'
  | 'kato'
  | 'ishikawa'
  | 'abe'
  | 'hashimoto';
declare global {
  interface Window {
    axe: typeof axeCore;
  }
}
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

interface WorkerFixtures {
  appKeeper: AppKeeper;
}
interface TestFixtures {
  /** Variables for the server, for example `test.use({ appEnv: { ACCESS_TOKEN_MINUTES: '1' } })`. */
  appEnv: Record<string, string>;
  /** Whether the file has demo data of its own, because its learners study in other files, too. */
  ownData: boolean;
  /** The server of the file; a test that ends it need not start it again. */
  app: TestApp;
  problems: PageProblems;
  /** Announces statuses that the test provokes; the browser logs those as failed loads. */
  expectStatus: PageProblems['expectStatus'];
  /** Announces that the test cuts the network or ends the server. */
  expectNoNetwork: PageProblems['expectNoNetwork'];
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  appKeeper: [
    async ({ browserName: _unread }, provide) => {
      const keeper = makeAppKeeper();
      await provide(keeper);
      await keeper.dispose();
    },
    { scope: 'worker' },
  ],
  appEnv: [{}, { option: true }],
  ownData: [false, { option: true }],
  app: async ({ appKeeper, appEnv, ownData }, provide, { file }) => {
    await provide(await appKeeper.get(appEnv, ownData ? file : 'shared'));
  },
  baseURL: async ({ app }, provide) => {
    await app.start();
    await provide(app.origin);
  },
  problems: async ({ context }, provide) => {
    const problems = await watchForProblems(context);
    await provide(problems);
    expect(problems.list(), 'the page complains about nothing').toEqual([]);
  },
  page: async ({ page, problems: _watching }, provide) => provide(page),
  expectStatus: async ({ problems }, provide) => provide(problems.expectStatus),
  expectNoNetwork: async ({ problems }, provide) => provide(problems.expectNoNetwork),
});

export { expect };

/** Waits until the app has booted: a reload can return before. */
export async function appReady(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
}

/** Waits until a screen shows itself: every screen has one first-level heading, which comes with its data. */
export async function screenReady(page: Page): Promise<void> {
  await appReady(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Opens a screen as a user who is signed in, without the detour over the login form. @param path or the whole URL. */
export async function signIn(page: Page, username: DemoUser, path = '/'): Promise<void> {
  await putSignIn(page, username, URL.canParse(path) ? new URL(path).origin : '');
  await page.goto(path);
  await screenReady(page);
}

/** Logs in by the real form, and lands on home. */
export async function login(page: Page, username: DemoUser): Promise<void> {
  await page.goto('/login');
  await appReady(page);
  await submitLogin(page, username);
  await expect(page).toHaveURL('/');
  await screenReady(page);
}

/** What axe shall look for (its runOnly); whoever excepts a rule says why. */
interface AxeRules {
  runOnly: string[];
  rules?: Record<string, { enabled: false }>;
}

/** Animations finished, and axe's opinion in words. */
async function listViolations(page: Page, rules: AxeRules): Promise<unknown[]> {
  await page.evaluate(async () => {
    // A change of scheme is seen in the next frame, and begins transitions of its own.
    for (let frame = 0; frame < 2; frame += 1) await new Promise(requestAnimationFrame);
    const finite = document.getAnimations().filter((each) => Number.isFinite(each.effect?.getComputedTiming().endTime));
    await Promise.allSettled(finite.map((each) => each.finished));
  });
  return page.evaluate(async (options) => {
    const { violations } = await window.axe.run({ ...options, resultTypes: ['violations'] });
    return violations.map(({ id, help, nodes }) => ({ id, help, where: nodes.map((node) => node.html) }));
  }, rules);
}

/**
 * Asserts that axe finds nothing wrong with the page as it stands: all rules in light, and the colours again in dark. At
 * one size, the phone's: roles, names and colours are the same at the others.
 */
export async function axe(page: Page, { without = [] }: { without?: string[] } = {}): Promise<void> {
  if (test.info().project.name !== 'phone') return;
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  await page.emulateMedia({ colorScheme: 'light' });
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false } as const]));
  const light = await listViolations(page, { runOnly: AXE_TAGS, rules });
  expect(light, `axe on ${page.url()}`).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  const dark = await listViolations(page, { runOnly: ['color-contrast'] });
  expect(dark, `axe on ${page.url()} in dark`).toEqual([]);
}
