/**
 * The test fixture of every browser test: `test`, which starts the app and fails on console errors, `expect`, and
 * common steps.
 */
import { readFileSync } from 'node:fs';

import { test as base, expect, type Page } from '@playwright/test';
import type axeCore from 'axe-core';

import { watchForProblems, type PageProblems } from './page-problems';
import { putSignIn, submitLogin } from './sign-in';
import { makeAppKeeper, type AppKeeper, type TestApp } from './test-app';

const axeSource = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Demo logins (server/demo). */
export type DemoUser = 'student' | 'student2' | 'staff' | 'teacher' | 'admin' | Learner;
/** Learners who have not read the lessons of the fault tests: each fault test that needs one uses its own. */
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
  | 'hashimoto'
  | 'shimizu'
  | 'yoshida';
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
  /** True gives the spec its own copy of the demo data, which it needs if other specs study as the same learners. */
  ownData: boolean;
  /** The server of the spec file. It is started again before the next test, if a test has stopped it. */
  app: TestApp;
  problems: PageProblems;
  /** Allows these HTTP statuses: the browser logs them as failed loads. */
  expectStatus: PageProblems['expectStatus'];
  /** Allows failed loads: the test cuts the network or stops the server. */
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
    expect(problems.list(), 'errors on the console').toEqual([]);
  },
  page: async ({ page, problems: _watching }, provide) => provide(page),
  expectStatus: async ({ problems }, provide) => provide(problems.expectStatus),
  expectNoNetwork: async ({ problems }, provide) => provide(problems.expectNoNetwork),
});

export { expect };

/** Waits until the app has booted: `page.reload()` can return earlier. */
export async function appReady(page: Page): Promise<void> {
  await expect(page.locator('html')).toHaveAttribute('data-app', 'ready');
}

/** Waits until a screen is shown: its `h1` is rendered together with its data. */
export async function screenReady(page: Page): Promise<void> {
  await appReady(page);
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
}

/** Waits until a screen is whole: what is drawn later moves what is pressed or has the focus meanwhile. */
export async function wholeScreen(page: Page): Promise<void> {
  await screenReady(page);
  await expect(page.locator('main [aria-busy]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

/** Signs a user in without the login form, and opens a screen. @param path a path or an absolute URL */
export async function signIn(page: Page, username: DemoUser, path = '/'): Promise<void> {
  await putSignIn(page, username, URL.canParse(path) ? new URL(path).origin : '');
  await page.goto(path);
  await screenReady(page);
}

/** Logs in with the login form, and waits for home. */
export async function login(page: Page, username: DemoUser): Promise<void> {
  await page.goto('/login');
  await appReady(page);
  await submitLogin(page, username);
  await expect(page).toHaveURL('/');
  await screenReady(page);
}

/** Options for axe. A caller that turns a rule off states the reason. */
interface AxeRules {
  runOnly: string[];
  rules?: Record<string, { enabled: false }>;
}

/** Waits until animations have finished, then lists axe's violations. */
async function listViolations(page: Page, rules: AxeRules): Promise<unknown[]> {
  await page.evaluate(async () => {
    // Waits, because a change of colour scheme takes effect in the next frame, and starts transitions.
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
 * Asserts that axe finds no violation on the page in its current state: all rules in light mode, colour contrast also
 * in dark mode. Runs at the phone's size only: roles, names and colours do not depend on the size.
 */
export async function axe(
  page: Page,
  { without = [], schemes = ['light', 'dark'] }: { without?: string[]; schemes?: readonly ('light' | 'dark')[] } = {},
): Promise<void> {
  if (test.info().project.name !== 'phone') return;
  const isThere = await page.evaluate(() => 'axe' in window);
  if (!isThere) await page.evaluate(axeSource);
  const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false } as const]));
  for (const colorScheme of schemes) {
    await page.emulateMedia({ colorScheme });
    const runOnly = colorScheme === 'light' ? { runOnly: AXE_TAGS, rules } : { runOnly: ['color-contrast'] };
    expect(await listViolations(page, runOnly), `axe on ${page.url()} in ${colorScheme}`).toEqual([]);
  }
}
