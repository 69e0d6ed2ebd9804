/** Tests that a long lesson is rendered in slices; printing and 前回の続きへ (go on reading) wait for all of them. */
import type { Page } from '@playwright/test';
import { formulaLessons, headingsLesson, honestTexts } from '@tests/support/bombs/honest';

import { expect, signIn, test } from './support/app';

const LESSON = '/lessons/security-why';
const [table = ''] = honestTexts.map(([, text]) => text.slice(0, 12_000));
const rows = table.split('\n').length - 2;
const long = `${headingsLesson.slice(0, 12_000)}\n\n${formulaLessons[4]}\n\n${table}\n\n## 終わりの見出し\n\nおわりの段落です。`;
/** The time limit allows for other tests that run on the machine. */
const PATIENT = { timeout: 60_000 };

/** Returns the stored reading position, as a share of the text; 0 if none is stored. */
function keptShare(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const opening = indexedDB.open('reading-positions');
    const database = await new Promise<IDBDatabase>((resolve) => (opening.onsuccess = () => resolve(opening.result)));
    const reading = database.transaction('positions').objectStore('positions').getAll() as IDBRequest<number[]>;
    await new Promise((resolve) => (reading.onsuccess = resolve));
    database.close();
    return reading.result[0] ?? 0;
  });
}

test.beforeEach(async ({ page }) => {
  await page.route('**/files/**', (route) =>
    route.fulfill({ contentType: 'text/markdown; charset=utf-8', body: long }),
  );
  await signIn(page, 'student', '/courses');
});

test(
  'a lesson printed while it is being rendered is complete on paper',
  { tag: ['@once', '@long'] },
  async ({ page }) => {
    await page.addInitScript(() => {
      const count = (selector: string) => document.querySelectorAll(`article ${selector}`).length;
      const look = () => ({
        busy: count('[aria-busy]'),
        formulas: count('.katex-display'),
        rows: count('tbody tr'),
        isEnd: document.querySelector('article')?.textContent.includes('おわりの段落です。'),
      });
      window.addEventListener('beforeprint', () => Object.assign(window, { before: look() }));
      window.addEventListener('afterprint', () => Object.assign(window, { after: look() }));
    });
    await page.goto(LESSON);
    await page.waitForFunction(() => document.querySelector('article .katex'), undefined, PATIENT);
    const paper = await page.pdf();
    const { before, after } = await page.evaluate(() => {
      const seen = window as unknown as Record<'before' | 'after', object>;
      return { before: seen.before, after: seen.after };
    });

    expect(paper.length).toBeGreaterThan(100_000);
    expect(before).toMatchObject({ busy: 1, isEnd: false });
    expect(after).toEqual({ busy: 0, formulas: 60, rows, isEnd: true });
  },
);

test('前回の続きへ scrolls to a place that is rendered late', { tag: ['@once', '@long'] }, async ({ page }) => {
  await page.goto(LESSON);
  const heading = page.getByRole('heading', { name: '終わりの見出し' });
  await expect(heading).toBeAttached(PATIENT);
  await expect(page.locator('[aria-busy]')).toHaveCount(0, PATIENT);
  await expect(page.locator('.katex-display')).toHaveCount(60, PATIENT);
  await heading.scrollIntoViewIfNeeded();
  await expect(heading).toBeInViewport();
  await expect.poll(() => keptShare(page)).toBeGreaterThan(0.9);

  await page.goto('/courses');
  await page.goto(LESSON);
  await page.getByRole('button', { name: '前回の続きへ' }).click(PATIENT);

  await expect(heading).toBeInViewport(PATIENT);
});
