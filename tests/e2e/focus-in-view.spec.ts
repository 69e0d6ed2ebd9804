/** Tests that no bar, card or sticky header covers what gets the focus by Tab and Shift+Tab, or the caret in a text. */
import { expect, signIn, test, wholeScreen } from './support/app';
import { focusCover } from './support/covered';

/** Most presses in each direction: the rest of a long screen repeats what was passed. */
const PRESSES = 70;

const main = {
  student: [
    '/',
    '/courses',
    '/courses/security',
    '/lessons/security-passkeys',
    '/lessons/statistics-spread',
    '/question/solve/git-q-cli',
    '/question/review/git-q-cli',
    '/mypage',
    '/record',
  ],
  teacher: [
    '/companies/minato',
    '/companies?view=people',
    '/users/detail/user-student',
    '/users/edit/user-student',
    '/courses',
    '/courses/edit/git',
    '/sections/security-s2',
    '/lessons/edit/git-files',
    '/question-stats/git-q-cli',
    '/trash',
  ],
} as const;

const WINDOWS = [
  { width: 1366, height: 768 },
  { width: 360, height: 740 },
  { width: 667, height: 375 },
  { width: 320, height: 256 },
];

for (const [user, paths] of Object.entries(main) as ['student' | 'teacher', readonly string[]][]) {
  for (const path of paths) {
    test(
      `Tab and Shift+Tab on ${path} (${user}) lead to nothing that a bar covers`,
      { tag: '@once' },
      async ({ page }) => {
        test.slow();
        await signIn(page, user, path);
        for (const size of WINDOWS) {
          await page.setViewportSize(size);
          await page.reload();
          await wholeScreen(page);
          const covered = new Set<string>();
          for (const key of ['Tab', 'Shift+Tab']) {
            for (let presses = 0; presses < PRESSES; presses += 1) {
              await page.keyboard.press(key);
              const cover = await focusCover(page);
              if (cover !== '') covered.add(`${key}: ${cover}`);
            }
          }
          expect.soft([...covered], `${size.width}×${size.height}`).toEqual([]);
        }
      },
    );
  }
}

test(
  'the save bar covers no button of a toolbar that gets the focus at the end of the window',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/new');
    await page.getByRole('textbox', { name: 'タイトル' }).focus();
    const isInTools = () => page.evaluate(() => document.activeElement?.closest('[data-text-tools]') !== null);
    await expect(async () => {
      await page.keyboard.press('Tab');
      expect(await isInTools()).toBe(true);
    }).toPass();
    expect(await focusCover(page)).toBe('');
  },
);

test('the find bar of a lesson covers nothing that gets the focus', { tag: '@once' }, async ({ page }) => {
  await signIn(page, 'teacher', '/lessons/security-passkeys');
  await page.getByRole('button', { name: 'このレッスン内をさがす' }).click();
  await expect(page.getByRole('textbox', { name: 'さがす言葉' })).toBeFocused();
  await wholeScreen(page);
  const covered = new Set<string>();
  for (const size of WINDOWS) {
    await page.setViewportSize(size);
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('textbox', { name: 'さがす言葉' }).click({ trial: true });
    for (const key of ['Tab', 'Shift+Tab']) {
      for (let presses = 0; presses < PRESSES; presses += 1) {
        await page.keyboard.press(key);
        const cover = await focusCover(page);
        if (cover !== '') covered.add(`${size.width}×${size.height} ${key}: ${cover}`);
      }
    }
  }
  expect([...covered]).toEqual([]);
});

test(
  'the caret stays above the save bar at the end of a long text, and below the toolbar at its start',
  { tag: '@handheld' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/new?chapterId=security-s2-c1');
    const editor = page.getByRole('textbox', { name: '本文' });
    await editor.click();
    await page.keyboard.insertText('一行の文です。\n'.repeat(80));
    const tools = page.getByRole('toolbar', { name: '本文の書式' });
    const bar = page.locator('[data-bottom-bar]');
    /** Returns the caret's distance from the toolbar and from the save bar, px; negative if covered. */
    const gaps = async () => {
      const caret = await page.evaluate(() => document.getSelection()?.getRangeAt(0).getBoundingClientRect().toJSON());
      const [above, below] = [await tools.boundingBox(), await bar.boundingBox()];
      if (!caret || !above || !below) throw new Error('Caret or bar has no box.');
      return { above: caret.top - above.y - above.height, below: below.y - caret.bottom };
    };

    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('終わり');
    await expect(editor).toContainText('終わり');
    await expect.poll(async () => (await gaps()).below).toBeGreaterThanOrEqual(0);
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText('初め');
    await expect(editor).toContainText('初め');
    await expect.poll(async () => (await gaps()).above).toBeGreaterThanOrEqual(0);
  },
);

test(
  'the last line of a long description stays above the save bar while it is typed',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'teacher', '/courses/new');
    const description = page.getByRole('textbox', { name: '説明' });
    await description.fill('一行の文です。\n'.repeat(30));
    await page.evaluate(() => scrollTo(0, 0));
    await page.keyboard.press('Control+End');
    await page.keyboard.insertText('終わ');

    const bar = page.locator('[data-bottom-bar]');
    // The bar grows by a line when the draft is saved, so one more character is typed after it.
    await expect(bar).toContainText('書きかけは端末に保存済み');
    await page.keyboard.insertText('り');
    /**
     * Returns the distance from the field's text to the save bar, px; the bar may cover the field's padding (10 px).
     */
    const gap = async () => {
      const [field, below] = [await description.boundingBox(), await bar.boundingBox()];
      if (!field || !below) throw new Error('Field or bar has no box.');
      return below.y + 10 - field.y - field.height;
    };
    await expect.poll(gap).toBeGreaterThanOrEqual(0);
  },
);
