/** Tests that no bar, card or sticky header covers what gets the focus by Tab and Shift+Tab. */
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
