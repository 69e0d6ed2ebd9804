/**
 * Tests complexity bombs: texts made to freeze the browser are shown as plain text, and ordinary texts are rendered.
 */
import type { Browser, Page } from '@playwright/test';
import { bombs, worstBombs } from '@tests/support/bombs/bombs';
import type { Bomb } from '@tests/support/bombs/fill';
import { formulaLessons, headingsLesson, honestTexts } from '@tests/support/bombs/honest';

import { appReady, expect, signIn, test } from './support/app';
import { measureMainThread } from './support/main-thread';

/** Set by `npm run test:bombs`: try all bombs, not only the worst of each kind. */
const isWhole = process.env.BOMBS === 'all';
/** Set by `npm run test:bombs -- --slow 4`: the CPU throttling rate. */
const slow = Number(process.env.SLOW ?? 1);
/** Upper bound of the longest task, ms. */
const MAX_TASK_MS = slow > 1 ? 200 : 1000;
/** Upper bound of the work until the first words, and until the whole text is rendered, ms. */
const MAX_WORK_MS = slow > 1 ? Infinity : 3000;
/**
 * Number of retries of a bomb that exceeds a bound; the best run counts, because a busy machine makes some tasks
 * longer.
 */
const RETRIES = slow > 1 ? 2 : 0;
/** Upper bound in ms of an ordinary text's longest task with the processor slowed down four times. */
const MAX_HONEST_TASK_MS = 200;
const LESSON = '/lessons/security-why';
const FIRST = 'はじめの段落です。';
const LAST = 'おわりの段落です。';
/** A longer timeout than usual, because a long text is rendered in slices, and other tests use the machine. */
const PATIENT = { timeout: 60_000 };

/** Answers requests for the lesson's text file with `text`. */
async function putText(page: Page, text: string): Promise<void> {
  await page.unroute('**/files/**');
  await page.route('**/files/**', (route) =>
    route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: text }),
  );
}

interface Outcome {
  name: string;
  /** Work of the page's main thread in ms: until the first words are shown, in total, and in the longest task. */
  first: number;
  whole: number;
  task: number;
  isWhole: boolean;
  isCrashed: boolean;
}

/** Sets a performance mark when the first words are shown. */
async function watchFirst(page: Page): Promise<void> {
  await page.addInitScript((first) => {
    const look = () => {
      if (document.querySelector('article')?.textContent.includes(first)) performance.mark('first words');
      else requestAnimationFrame(look);
    };
    look();
  }, FIRST);
}

/**
 * Waits until the last words are rendered. Polls with a plain function: a locator's polling would cost the page more
 * than rendering.
 */
async function renderedWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    (last) => !document.querySelector('[aria-busy]') && document.querySelector('article')?.textContent.includes(last),
    LAST,
    { timeout: 120_000, polling: 100 },
  );
}

async function tryBomb(browser: Browser, page: Page, { name, text }: Bomb): Promise<Outcome> {
  await putText(page, `${FIRST}\n\n${text}\n\n${LAST}`);
  let isCrashed = false;
  let isDrawn = false;
  page.once('crash', () => (isCrashed = true));
  // Leave the previous page first: its restyling and teardown must not be measured.
  await page.goto('/courses');
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 200)));
  const work = await measureMainThread(browser, page, 'first words', async () => {
    try {
      await page.goto(LESSON, { waitUntil: 'commit' });
      await renderedWhole(page);
      // Waits for the last frame of the rendering.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
      isDrawn = true;
    } catch {
      // If the text is never complete, `isWhole` stays false.
    }
  });
  return { name, first: work.untilMark, whole: work.whole, task: work.longest, isWhole: isDrawn, isCrashed };
}

async function tryBombWithRetries(browser: Browser, page: Page, bomb: Bomb): Promise<Outcome> {
  const outcome = await tryBomb(browser, page, bomb);
  for (let tries = RETRIES; tries > 0 && outcome.isWhole && isTooMuch(outcome); tries -= 1) {
    const { first, whole, task } = await tryBomb(browser, page, bomb);
    outcome.first = Math.min(outcome.first, first);
    outcome.whole = Math.min(outcome.whole, whole);
    outcome.task = Math.min(outcome.task, task);
  }
  return outcome;
}

/**
 * Times are judged only when all bombs are tried, on a quiet machine; otherwise each text must only be shown
 * completely.
 */
function isTooMuch({ first, whole, task, isWhole: isDrawn, isCrashed }: Outcome): boolean {
  return isCrashed || !isDrawn || (isWhole && (first > MAX_WORK_MS || whole > MAX_WORK_MS || task > MAX_TASK_MS));
}

function describe({ name, first, whole, task, isWhole: isDrawn, isCrashed }: Outcome): string {
  const figures = [first, whole, task].map((time) => String(Math.round(time)).padStart(6)).join('');
  return `${figures} ${isCrashed ? 'CRASHED ' : ''}${isDrawn ? '' : 'NEVER WHOLE '}${name}`;
}

/** Prepares a page with CPU throttling and the mark for the first words. */
async function preparePage(page: Page): Promise<Page> {
  await signIn(page, 'student', '/courses');
  await appReady(page);
  await watchFirst(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
  return page;
}

/** Returns the twenty outcomes with the longest tasks. */
function worstOf(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.toSorted((a, b) => b.task - a.task).slice(0, 20);
}

test('no text made to be costly freezes or crashes the browser', { tag: '@once' }, async ({ browser, page }) => {
  const chosen = isWhole ? bombs : worstBombs;
  test.setTimeout(isWhole ? 7_200_000 : 180_000);
  const only = process.env.BOMB;
  const outcomes: Outcome[] = [];
  let place = await preparePage(page);
  for (const bomb of chosen.filter(({ name }) => !only || new RegExp(only).test(name))) {
    const outcome = await tryBombWithRetries(browser, place, bomb);
    outcomes.push(outcome);
    if (isWhole) console.log(describe(outcome));
    if (outcome.isCrashed || !outcome.isWhole) place = await preparePage(await page.context().newPage());
  }
  if (isWhole) console.log(`the worst:\n${worstOf(outcomes).map(describe).join('\n')}`);
  expect(outcomes.filter(isTooMuch).map(describe)).toEqual([]);
});

test(
  'ordinary texts are rendered completely, without long tasks on a slow device',
  { tag: ['@once', '@long'] },
  async ({ browser, page }) => {
    test.setTimeout(300_000);
    await signIn(page, 'student', '/courses');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: isWhole ? 4 : 1 });
    // A run without BOMBS=all tests only the table and the longest formulas. The empty text measures the machine's own
    // speed.
    const honest = [...honestTexts.map(([, text]) => text), ...formulaLessons];
    const texts = isWhole ? ['', ...honest] : honest.filter((_, turn) => turn % 8 === 0);
    const longest: number[] = [];
    for (const text of texts) {
      await putText(page, `${FIRST}\n\n${text}\n\n${LAST}`);
      // A pause, because the teardown of the previous text must not be measured.
      await page.goto('/courses');
      const draw = async () => {
        await page.goto(LESSON, { waitUntil: 'commit' });
        await renderedWhole(page);
      };
      if (!isWhole) await draw();
      let task = isWhole ? Infinity : 0;
      for (let tries = 3; tries > 0 && task > MAX_HONEST_TASK_MS; tries -= 1)
        task = Math.min(task, (await measureMainThread(browser, page, FIRST, draw)).longest);
      longest.push(task);
      await expect(page.getByRole('article').getByRole('note')).toHaveCount(0);
    }
    if (isWhole)
      console.log('longest tasks of honest texts, slowed down four times:', longest.map(Math.round).join(' '));
    expect(longest.filter((task) => task > Math.max(MAX_HONEST_TASK_MS, 2 * (longest[0] ?? 0)))).toEqual([]);
  },
);

test(
  'a link to a heading in a part of the text that is rendered late scrolls to it, without layout shifts',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await signIn(page, 'student', '/courses');
    await putText(page, headingsLesson);
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(`${LESSON}#h-見出し-280`);

    const heading = page.getByRole('heading', { name: '見出し 280', exact: true });
    await expect(heading).toBeInViewport(PATIENT);
    await expect(page.locator('[aria-busy]')).toHaveCount(0, PATIENT);
    await expect(heading).toBeInViewport();
    await page.goto(LESSON);
    await expect(page.getByRole('heading', { name: '見出し 300', exact: true })).toBeAttached(PATIENT);
    expect(
      await page.evaluate(() =>
        (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0),
      ),
    ).toBeLessThan(0.01);
  },
);
