/** Two people on one device, one after the other, without a sign-out between: what one holds is not the other's. */
import { appReady, expect, signIn } from '../support/app';
import { heldPaths } from '../support/device';
import { COURSE, expectHeld, expectLessonWithImages, LESSONS, networkTest as test, NOT_HELD } from '../support/study';

test.describe.configure({ timeout: 90_000 });
// A server of its own: the same learners study in other files, too.
test.use({ ownData: true });

const [lesson] = LESSONS;

test(
  'fault: a deep link of A is opened by B without a network → B is told that it is not held, and sees no text, picture or name of A’s; what A holds stays',
  { tag: '@once' },
  async ({ page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'yamada', `/lessons/${lesson.id}`);
    await expectHeld(page, [lesson], await expectLessonWithImages(page, lesson.title));
    const held = (await heldPaths(page)).toSorted();
    // The session of A was over, and nobody has signed out: A's copies stay, under A's name.
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
