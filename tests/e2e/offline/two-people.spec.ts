/**
 * Tests two learners on one device, one after the other, without a sign-out in between: neither sees the other's cached
 * copies.
 */
import { appReady, expect, signIn } from '../support/app';
import { heldPaths } from '../support/device';
import { COURSE, LESSONS, NOT_HELD, expectHeld, expectLessonWithImages, networkTest as test } from '../support/study';

test.use({ ownData: true });

const [lesson] = LESSONS;

test(
  'fault: learner B opens offline an address cached only for learner A → B sees that it is not saved, and no text, picture or name of A; A’s copies stay',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'yamada', `/lessons/${lesson.id}`);
    await expectHeld(page, [lesson], await expectLessonWithImages(page, lesson.title));
    const held = (await heldPaths(page)).toSorted();
    // A's session is replaced without a sign-out, so A's cached copies stay.
    await signIn(page, 'matsumoto', '/community');
    network.cut();

    for (const path of [`/lessons/${lesson.id}`, `/courses/${COURSE.id}`]) {
      await page.goto(path);
      await appReady(page);
      await expect(page.getByRole('main'), path).toContainText(NOT_HELD);
      await expect(page.getByText('山田')).toHaveCount(0);
      await expect(page.getByText(lesson.title)).toHaveCount(0);
    }
    const shown = await page.evaluate(
      async (paths) => {
        const load = (path: string) =>
          new Promise<boolean>((resolve) => {
            const image = new Image();
            image.crossOrigin = 'anonymous';
            image.onload = () => resolve(true);
            image.onerror = () => resolve(false);
            image.src = path;
          });
        const read = (path: string) =>
          fetch(path, { headers: { Accept: 'text/markdown' } }).then(
            ({ ok }) => ok,
            () => false,
          );
        const tried = await Promise.all(paths.map((path) => (path.endsWith('.md') ? read(path) : load(path))));
        return paths.filter((_, index) => tried[index]);
      },
      held.filter((path) => path.startsWith('/files/')),
    );
    expect(shown).toEqual([]);
    expect((await heldPaths(page)).filter((path) => held.includes(path)).toSorted()).toEqual(held);
  },
);
