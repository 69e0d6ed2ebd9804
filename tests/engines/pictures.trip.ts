/**
 * Draws eight screens at three widths in both colour schemes, and checks that none is wider than its window. The
 * pictures are written to test-results/pictures, to be looked at side by side.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { projectRoot } from '@tests/e2e/support/project-root';

import { askToLogOut, seesLogin, signIn, signInHere, visit } from './steps';
import type { Tab } from './tab';
import { expect, PHONE, trip } from './trip';

const FOLDER = join(projectRoot, 'test-results/pictures');
const WINDOWS = [PHONE, { width: 820, height: 1180 }, { width: 1366, height: 768 }];

const student: [name: string, path: string][] = [
  ['home', '/'],
  ['course', '/courses/statistics'],
  ['lesson', '/lessons/security-passkeys'],
  ['solve', '/question/solve/git-q-cli'],
  ['review', '/question/review/git-q-cli'],
];
const teacher: [name: string, path: string][] = [
  ['courses', '/courses'],
  ['lesson-editor', '/lessons/edit/git-files'],
  ['people', '/companies?view=people'],
];

/** Waits until the screen shows what it has loaded, in the fonts that it uses. */
async function whole(tab: Tab): Promise<void> {
  const look = () =>
    tab.evaluate(async () => {
      await document.fonts.ready;
      const isLoading = document.querySelector('main [aria-busy="true"], main .mantine-Skeleton-root') !== null;
      const inView = [...document.images].filter((image) => image.getBoundingClientRect().top < innerHeight);
      return !isLoading && inView.every((image) => image.complete);
    });
  await tab.until(look, 'the screen is whole');
}

for (const size of WINDOWS) {
  trip.describe(`${size.width} px wide`, () => {
    trip.use({ size });
    trip('eight screens in both colour schemes are not wider than the window', async ({ device, engine }) => {
      await mkdir(FOLDER, { recursive: true });
      const tab = await device.open();
      async function draw(screens: typeof student): Promise<void> {
        for (const scheme of ['light', 'dark']) {
          await tab.evaluate((chosen) => localStorage.setItem('manabiba-scheme', chosen), scheme);
          for (const [name, path] of screens) {
            await visit(tab, path);
            await whole(tab);
            const drawn = await tab.evaluate(() => document.documentElement.dataset.mantineColorScheme);
            expect(drawn, path).toBe(scheme);
            const spare = await tab.evaluate(() => innerWidth - document.documentElement.scrollWidth);
            expect(spare, `${path}, ${scheme}: the window's width − the page's`).toBeGreaterThanOrEqual(0);
            const file = `${name}-${size.width}-${scheme}-${engine}.png`;
            await writeFile(join(FOLDER, file), await tab.driven.screenshot());
          }
        }
      }
      await signIn(tab, 'student');
      await draw(student);
      await askToLogOut(tab);
      await seesLogin(tab);
      await signInHere(tab, 'teacher');
      await draw(teacher);
    });
  });
}
