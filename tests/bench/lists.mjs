/**
 * Measures every screen of every role with 20,000 users on PostgreSQL: its calls, the slowest call compared with its
 * SQL alone, and load times compared with those on the demo data.
 */
import { join } from 'node:path';

import pg from 'pg';

import { projectRoot } from '../e2e/support/project-root.ts';
import { startPostgres } from '../support/postgres.ts';
import { screensByUser } from '../support/screens.ts';
import { startTestServer } from '../support/server.ts';
import { launchBrowser } from './browser.mjs';
import { listenIn, timeCall } from './call-times.mjs';
import { fillLarge } from './fill.ts';
import { printTable, timeRow } from './numbers.mjs';
import { callsOf } from './page-calls.mjs';

/** @import {Browser, Page} from '@playwright/test' */
/** @import {TestServer} from '../support/server.ts' */
/** @typedef {{ role: string, path: string, calls: string[], writes: { path: string, call: number }[] }} Asked */

const RUNS = 9;
const MAX_CALLS = 8;
const postgresSettings = ['fsync=off', 'full_page_writes=off', 'max_wal_size=4GB'];

/** The user of each role on the large data, and the ids that replace those of the demo data. */
const users = { student: 'user51', staff: 'user1', teacher: 'teacher', admin: 'admin' };
const large = /** @type {const} */ ([
  ['/minato', '/big-2'],
  ['/yamabiko', '/big-7'],
  ['user-student', 'big-u51'],
  ['user-watanabe', 'big-u101'],
  ['/big-u101/git', '/big-u101/big-c5'],
  ['/record/git', '/record/big-c5'],
  ['/courses/statistics', '/courses/big-c5'],
  ['edit/git-files', 'edit/big-l5-7'],
  ['edit/git', 'edit/big-c5'],
  ['security-s2', 'big-s5-1'],
  ['security-passkeys', 'big-l5-7'],
  ['git-q-cli', 'big-q5-5'],
]);

/** @param {string} path */
const inLarge = (path) => large.reduce((made, [from, to]) => made.replace(from, to), path);

/**
 * @param {Page} page
 * @param {string} username
 */
async function signIn(page, username) {
  await page.goto('/login');
  await page.getByLabel('ユーザー名').fill(username);
  await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
  await page.getByRole('button', { name: 'ログイン' }).click();
  await page.waitForURL((url) => url.pathname === '/');
  await page.waitForLoadState('networkidle');
}

/**
 * Opens a page of a signed-in user, without a service worker.
 *
 * @param {Browser} browser
 * @param {TestServer} server
 * @param {string} username
 */
async function openAs(browser, server, username) {
  const baseURL = server.origin;
  const viewport = { width: 1366, height: 768 };
  const context = await browser.newContext({ baseURL, viewport, locale: 'ja-JP', serviceWorkers: 'block' });
  const page = await context.newPage();
  await signIn(page, username);
  return page;
}

/**
 * @param {Browser} browser
 * @param {TestServer} server
 * @returns {Promise<Asked[]>}
 */
async function askScreens(browser, server) {
  /** @type {Asked[]} */
  const asked = [];
  for (const [role, paths] of screensByUser) {
    const page = await openAs(browser, server, users[role]);
    for (const path of paths.map(inLarge)) asked.push({ role, path, ...(await callsOf(page, () => page.goto(path))) });
    if (role === 'admin') asked.push(await savePerson(page), await saveLesson(page));
    await page.context().close();
  }
  return asked;
}

/**
 * Edits and saves a lesson's title and text.
 *
 * @param {Page} page
 */
async function saveLesson(page) {
  await page.goto('/lessons/edit/big-l5-7');
  await page.getByLabel(/^タイトル/).fill(`レッスン5-7 手順 ${Date.now()}`);
  const text = page.getByRole('textbox', { name: /本文/ });
  await text.click();
  await page.keyboard.type('書き足した行です。');
  const asked = await callsOf(page, () => page.getByRole('button', { name: '保存', exact: true }).click());
  return { role: 'admin', path: '/lessons/edit/…: 保存', ...asked };
}

/** @param {Page} page */
async function savePerson(page) {
  await page.goto('/users/edit/big-u77');
  await page.getByLabel(/^氏名/).fill(`山田 ${Date.now()}`);
  const asked = await callsOf(page, () => page.getByRole('button', { name: '保存', exact: true }).click());
  return { role: 'admin', path: '/users/edit/…: 保存', ...asked };
}

/**
 * Prints the slowest call of each screen.
 *
 * @param {TestServer} server
 * @param {pg.Client} client
 * @param {readonly Asked[]} asked
 */
async function printCalls(server, client, asked) {
  /** @type {Map<string, Awaited<ReturnType<typeof timeCall>>>} */
  const timed = new Map();
  console.log(`\n### Calls of each screen (aim ≤ ${MAX_CALLS}), and the slowest against the same SQL (aim ≤ 3)\n`);
  const road = await timeCall(server, client, { as: users.student, path: '/livez', runs: 50 });
  console.log(`The way there and back takes ${road.call.toFixed(1)} ms: a call without SQL.\n`);
  console.log(
    '| role | screen | calls | the slowest | ms | SQL ms | ratio |\n| --- | --- | --- | --- | --- | --- | --- |',
  );
  for (const { role, path, calls, writes } of asked) {
    const as = users[/** @type {keyof typeof users} */ (role)];
    const reads = calls.filter((call) => call.startsWith('GET ')).map((call) => call.slice('GET '.length));
    for (const read of new Set(reads)) {
      const key = `${as} ${read}`;
      if (!timed.has(key)) timed.set(key, await timeCall(server, client, { as, path: read, runs: RUNS }));
    }
    const all = reads.flatMap((read) => timed.get(`${as} ${read}`) ?? []);
    /** @type {{ path: string, call: number, sql?: number }[]} */
    const both = [...all, ...writes];
    const [slowest] = both.toSorted((a, b) => b.call - a.call);
    const cells = slowest
      ? [
          decodeURI(slowest.path.slice('/api/v1'.length)),
          slowest.call.toFixed(1),
          // Skipped: a save is not repeated to record its statements.
          slowest.sql?.toFixed(1) ?? '–',
          slowest.sql === undefined ? '–' : (slowest.call / slowest.sql).toFixed(1),
        ]
      : ['–', '–', '–', '–'];
    console.log(`| ${[role, path, calls.length, ...cells].join(' | ')} |`);
  }
}

/** Elements that a screen shows while it is loading. */
const LOADING = 'main .mantine-Skeleton-root, main [aria-busy="true"]';

/**
 * The screens of all roles except learners, and a learner's home. @type {readonly (readonly [role: keyof typeof users,
 * path: string])[]}
 */
const timedScreens = [
  ['student', '/'],
  ...screensByUser.flatMap(([role, paths]) =>
    role === 'student' ? [] : paths.map((path) => /** @type {const} */ ([role, path])),
  ),
];

/**
 * Opens a screen, and returns the milliseconds until it is shown whole: no part is loading, and all its calls were
 * answered.
 *
 * @param {Page} page
 * @param {string} path
 */
async function timeScreen(page, path) {
  const from = performance.now();
  const { shownAt } = await callsOf(page, async () => {
    await page.goto(path);
    // Polled every frame: Playwright's own waiting retries only every half second.
    await page.waitForFunction(
      (loading) => document.querySelector('main h1') && !document.querySelector(loading),
      LOADING,
      { polling: 'raf' },
    );
  });
  return shownAt - from;
}

/**
 * @param {Browser} browser
 * @param {{ demo: TestServer, filled: TestServer }} servers
 */
async function printTimes(browser, { demo, filled }) {
  const rows = [];
  for (const [role, path] of timedScreens) {
    const pages = [await openAs(browser, demo, role), await openAs(browser, filled, users[role])];
    /** @type {[number[], number[]]} */
    const times = [[], []];
    // The first run of each page only warms the caches.
    for (let run = 0; run <= RUNS; run += 1) {
      for (const [index, page] of pages.entries()) {
        const ms = await timeScreen(page, index === 0 ? path : inLarge(path));
        if (run > 0) times[index]?.push(ms);
      }
    }
    rows.push(timeRow({ what: `${role} ${path}`, aim: '≤ 2.0' }, times[1], times[0]));
    for (const page of pages) await page.context().close();
  }
  printTable('Until a screen is shown: 20,000 people (app) against the demo data (floor)', rows);
}

/** Fills a temporary database, measures, and removes it. */
export async function measureLists() {
  listenIn();
  const postgres = await startPostgres(postgresSettings);
  const appDir = join(projectRoot, 'dist');
  /** @param {string} name */
  const serve = async (name) => {
    await postgres.run(`create database ${name}`);
    return startTestServer({ databaseUrl: postgres.url(name), appDir });
  };
  const [demo, filled] = [await serve('demo'), await serve('filled')];
  const client = new pg.Client({ connectionString: postgres.url('filled') });
  await client.connect();
  const browser = await launchBrowser();
  try {
    const from = performance.now();
    await fillLarge(client);
    console.log(`\nFilled in ${Math.round((performance.now() - from) / 1000)} s.`);
    await printCalls(filled, client, await askScreens(browser, filled));
    await printTimes(browser, { demo, filled });
  } finally {
    await browser.close();
    await client.end();
    await demo.stop();
    await filled.stop();
    await postgres.remove();
  }
}
