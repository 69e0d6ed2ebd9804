/** Lessons that nobody has read yet are painted ahead, and open as if they had been (docs/decisions/0043). */
import { expect, signIn } from '../support/app';
import { ownerAt, workerReady } from '../support/device';
import { holdApp, PAINTED_WITHIN, readPainted, readScreen, taken } from '../support/painted';
import { networkTest as test, visit } from '../support/study';

test.describe.configure({ timeout: 120_000 });
test.use({ ownData: true });

/** Three that follow another: with tables, formulas, pictures. */
const FIRST = 'statistics-data-kinds';
const NEXT = ['statistics-mean-median', 'statistics-spread', 'statistics-charts'];

test(
  'the next lessons on the device are painted while one is read, and open as if they had been',
  { tag: ['@once', '@long'] },
  async ({ page, network, expectNoNetwork }) => {
    await signIn(page, 'sasaki');
    await workerReady(page);
    const owner = ownerAt(new URL(page.url()).origin, 'user-sasaki');
    await visit(page, '/courses/statistics');
    await page.getByRole('button', { name: 'この端末に保存' }).click();
    await expect(page.getByText('保存済み', { exact: true })).toBeVisible({ timeout: 60_000 });
    await visit(page, `/lessons/${FIRST}`);
    for (const id of NEXT) await expect.poll(() => readPainted(page, owner, id), PAINTED_WITHIN).toContain('<article');

    expectNoNetwork();
    network.cut();
    await holdApp(page);
    for (const id of NEXT) {
      await page.goto(`/lessons/${id}`);
      const painted = await readScreen(page);
      expect(painted.tops.length).toBeGreaterThan(5);
      await page.evaluate(() => (window as unknown as { release: () => void }).release());
      await taken(page);
      expect(await readScreen(page)).toEqual(painted);
    }
  },
);
