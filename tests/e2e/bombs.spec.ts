/** Texts that mean to stop the browser, and texts that do not: what costs too much is shown as it is written. */
import type { Browser, Page } from '@playwright/test';
import { bombs, worstBombs } from '@tests/support/bombs/bombs';
import type { Bomb } from '@tests/support/bombs/fill';
import { formulaLessons, headingsLesson, honestTexts } from '@tests/support/bombs/honest';

import { appReady, expect, signIn, test } from './support/app';
import { measureMainThread } from './support/main-thread';

/** `npm run test:bombs` sets it: all of them. */
const isWhole = process.env.BOMBS === 'all';
/** `npm run test:bombs -- --slow 4` sets it: how many times slower the processor is made. */
const slow = Number(process.env.SLOW ?? 1);
/** The longest task there may be, in ms. */
const MOST_TASK = slow > 1 ? 200 : 1000;
/** The work there may be until the first words, and until all of it stands. */
const MOST_WORK = slow > 1 ? Infinity : 3000;
/** What goes beyond is set off so often again, and the best counts: some task always takes longer while a machine has other work. */
const MORE_TRIES = slow > 1 ? 2 : 0;
/** An honest text's longest task on a processor slowed down four times. */
const MOST_HONEST = 200;
const LESSON = '/lessons/security-why';
const FIRST = 'はじめの段落です。';
const LAST = 'おわりの段落です。';
/** A long text is drawn slice by slice, and other tests use the machine. */
const PATIENT = { timeout: 60_000 };

/** Lets the lesson's file say something else. */
async function putText(page: Page, text: string): Promise<void> {
  await page.unroute('**/files/**');
  await page.route('**/files/**', (route) =>
    route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: text }),
  );
}

interface Outcome {
  name: string;
  /** ms of the main thread's work until the first words stand, of all, and of the longest task. */
  first: number;
  whole: number;
  task: number;
  isWhole: boolean;
  isCrashed: boolean;
}

/** Marks the moment when the first words are there. */
async function watchFirst(page: Page): Promise<void> {
  await page.addInitScript((first) => {
    const look = () => {
      if (document.querySelector('article')?.textContent.includes(first)) performance.mark('first words');
      else requestAnimationFrame(look);
    };
    look();
  }, FIRST);
}

/** Waits for the last words. Looking is work of the page's as well, and by a locator more than drawing. */
async function standsWhole(page: Page): Promise<void> {
  await page.waitForFunction(
    (last) => !document.querySelector('[aria-busy]') && document.querySelector('article')?.textContent.includes(last),
    LAST,
    { timeout: 120_000, polling: 100 },
  );
}

async function setOff(browser: Browser, page: Page, { name, text }: Bomb): Promise<Outcome> {
  await putText(page, `${FIRST}\n\n${text}\n\n${LAST}`);
  let isCrashed = false;
  let isDrawn = false;
  page.once('crash', () => (isCrashed = true));
  // The page before is styled anew when tracing begins, and taken down when it is left: that is no work of this one.
  await page.goto('/courses');
  await page.evaluate(() => new Promise((resolve) => setTimeout(() => requestIdleCallback(resolve), 200)));
  const work = await measureMainThread(browser, page, 'first words', async () => {
    try {
      await page.goto(LESSON, { waitUntil: 'commit' });
      await standsWhole(page);
      // The last frame.
      await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 50))));
      isDrawn = true;
    } catch {
      // What did not come about is told below.
    }
  });
  return { name, first: work.untilMark, whole: work.whole, task: work.longest, isWhole: isDrawn, isCrashed };
}

async function setOffPatiently(browser: Browser, page: Page, bomb: Bomb): Promise<Outcome> {
  const outcome = await setOff(browser, page, bomb);
  for (let tries = MORE_TRIES; tries > 0 && outcome.isWhole && isTooMuch(outcome); tries -= 1) {
    const { first, whole, task } = await setOff(browser, page, bomb);
    outcome.first = Math.min(outcome.first, first);
    outcome.whole = Math.min(outcome.whole, whole);
    outcome.task = Math.min(outcome.task, task);
  }
  return outcome;
}

/** Figures are judged where all are tried, on a machine that does nothing else; elsewhere that each text stands is enough. */
function isTooMuch({ first, whole, task, isWhole: isDrawn, isCrashed }: Outcome): boolean {
  return isCrashed || !isDrawn || (isWhole && (first > MOST_WORK || whole > MOST_WORK || task > MOST_TASK));
}

function describe({ name, first, whole, task, isWhole: isDrawn, isCrashed }: Outcome): string {
  const figures = [first, whole, task].map((time) => String(Math.round(time)).padStart(6)).join('');
  return `${figures} ${isCrashed ? 'CRASHED ' : ''}${isDrawn ? '' : 'NEVER WHOLE '}${name}`;
}

/** A page whose text says something else, on a processor as slow as is asked for. */
async function preparePage(page: Page): Promise<Page> {
  await signIn(page, 'student', '/courses');
  await appReady(page);
  await watchFirst(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slow });
  return page;
}

/** Those with the longest tasks. */
function worstOf(outcomes: readonly Outcome[]): Outcome[] {
  return outcomes.toSorted((a, b) => b.task - a.task).slice(0, 20);
}

test('no text stops the browser', { tag: '@once' }, async ({ browser, page }) => {
  const chosen = isWhole ? bombs : worstBombs;
  test.setTimeout(isWhole ? 7_200_000 : 180_000);
  const only = process.env.BOMB;
  const outcomes: Outcome[] = [];
  let place = await preparePage(page);
  for (const bomb of chosen.filter(({ name }) => !only || new RegExp(only).test(name))) {
    const outcome = await setOffPatiently(browser, place, bomb);
    outcomes.push(outcome);
    if (isWhole) console.log(describe(outcome));
    if (outcome.isCrashed || !outcome.isWhole) place = await preparePage(await page.context().newPage());
  }
  if (isWhole) console.log(`the worst:\n${worstOf(outcomes).map(describe).join('\n')}`);
  expect(outcomes.filter(isTooMuch).map(describe)).toEqual([]);
});

test(
  'nothing honest is shown as it is written, or holds up a slow device',
  { tag: ['@once', '@long'] },
  async ({ browser, page }) => {
    test.setTimeout(300_000);
    await signIn(page, 'student', '/courses');
    const devtools = await page.context().newCDPSession(page);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: isWhole ? 4 : 1 });
    // The table and the longest formulas are enough where time is short. No text at all tells how slow the machine is.
    const honest = [...honestTexts.map(([, text]) => text), ...formulaLessons];
    const texts = isWhole ? ['', ...honest] : honest.filter((_, turn) => turn % 8 === 0);
    const longest: number[] = [];
    for (const text of texts) {
      await putText(page, `${FIRST}\n\n${text}\n\n${LAST}`);
      // What the text before leaves behind is no work of this one.
      await page.goto('/courses');
      const draw = async () => {
        await page.goto(LESSON, { waitUntil: 'commit' });
        await standsWhole(page);
      };
      if (!isWhole) await draw();
      let task = isWhole ? Infinity : 0;
      for (let tries = 3; tries > 0 && task > MOST_HONEST; tries -= 1)
        task = Math.min(task, (await measureMainThread(browser, page, FIRST, draw)).longest);
      longest.push(task);
      await expect(page.getByRole('article').getByRole('note')).toHaveCount(0);
    }
    if (isWhole)
      console.log('longest tasks of honest texts, slowed down four times:', longest.map(Math.round).join(' '));
    expect(longest.filter((task) => task > Math.max(MOST_HONEST, 2 * (longest[0] ?? 0)))).toEqual([]);
  },
);

test(
  'a link to a heading that is drawn late leads there, and nothing shifts meanwhile',
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
