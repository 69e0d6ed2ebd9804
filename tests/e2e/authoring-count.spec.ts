/**
 * Counts what a teacher presses to write and publish a course. A tap, or a key that is not text, is one; Ctrl+V is one.
 *
 * The same course took 225 presses and 23 changes of screen in the first build that was measured; 166 and 23 since choices and tables are written
 * by keys.
 */
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';
import { CountedHand } from './support/counted-hand';
import { button, textOf, writeSet, writeText } from './support/course-writing';
import { COURSE, lessons, outline, questionSets } from './support/written-course';

test.use({ ownData: true });
test.describe.configure({ timeout: 180_000 });

const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function addCourse(hand: CountedHand): Promise<void> {
  const { page } = hand;
  await hand.tap(page.getByRole('link', { name: 'コースを作成' }));
  await hand.tap(page.getByRole('textbox', { name: 'タイトル' }));
  await hand.type(COURSE);
  await hand.key('Control+s');
  await expect(title(page, COURSE)).toBeVisible();
}

async function addOutline(hand: CountedHand): Promise<void> {
  const { page } = hand;
  for (const section of outline) {
    await hand.tap(page.getByRole('link', { name: 'セクションを追加' }));
    await hand.tap(page.getByRole('textbox', { name: 'セクション名' }));
    await hand.type(section.title);
    await hand.key('Enter');
    await expect(title(page, section.title)).toBeVisible();
    for (const chapter of section.chapters) {
      await hand.tap(button(hand, `「${section.title}」にチャプターを追加`));
      await hand.type(chapter.title);
      await hand.key('Enter');
      await expect(page.getByRole('heading', { name: chapter.title })).toBeVisible();
    }
    await hand.tap(page.getByRole('link', { name: COURSE }));
    await expect(title(page, COURSE)).toBeVisible();
  }
}

async function addLessons(hand: CountedHand, pastes: boolean): Promise<void> {
  const { page } = hand;
  const chapterOf = outline.flatMap(({ chapters }) =>
    chapters.flatMap((chapter) => chapter.lessons.map((lesson) => [lesson, chapter.title] as const)),
  );
  for (const [place, lesson] of lessons.entries()) {
    const chapter = new Map<string, string>(chapterOf).get(lesson.title) ?? '';
    await hand.tap(page.getByRole('link', { name: `「${chapter}」にレッスンを追加` }));
    await hand.tap(page.getByRole('textbox', { name: 'タイトル' }));
    await hand.type(lesson.title);
    await hand.tap(textOf(hand));
    await writeText(hand, lesson, place === 0, pastes);
    await hand.key('Control+s');
    await expect(page).toHaveURL(/\/lessons\/edit\//);
    for (const set of questionSets.filter((each) => each.lesson === lesson.title)) await writeSet(hand, set, pastes);
    await hand.tap(page.getByRole('navigation', { name: 'パンくずリスト' }).getByRole('link', { name: COURSE }));
    await expect(title(page, COURSE)).toBeVisible();
  }
}

async function writeCourse(page: Page, pastes: boolean): Promise<CountedHand> {
  const hand = new CountedHand(page, (pathname) => pathname);
  await signIn(page, 'teacher', '/courses');
  hand.start();
  await addCourse(hand);
  await addOutline(hand);
  await addLessons(hand, pastes);
  await hand.tap(button(hand, '公開する'));
  await expect(button(hand, '下書きに戻す')).toBeVisible();
  const counted = `${hand.taps} taps, ${hand.keys} keys, ${hand.changes} changes of screen`;
  test.info().annotations.push({ type: 'counted', description: counted });
  return hand;
}

interface Case {
  viewport: { width: number; height: number };
  pastes: boolean;
  mostPresses: number;
  mostChanges: number;
}

const tablet = { width: 820, height: 1180 };
const laptop = { width: 1366, height: 768 };
const cases: Record<string, Case> = {
  'typed on a tablet': { viewport: tablet, pastes: false, mostPresses: 166, mostChanges: 23 },
  'pasted on a tablet': { viewport: tablet, pastes: true, mostPresses: 150, mostChanges: 23 },
  'typed on a laptop': { viewport: laptop, pastes: false, mostPresses: 166, mostChanges: 23 },
};

for (const [name, { viewport, pastes, mostPresses, mostChanges }] of Object.entries(cases)) {
  test.describe(name, () => {
    test.use({ viewport, isMobile: false });
    test(
      `a course takes at most ${mostPresses} presses and ${mostChanges} changes of screen`,
      { tag: ['@once', '@long'] },
      async ({ page }) => {
        const { presses, changes } = await writeCourse(page, pastes);
        expect(presses).toBeLessThanOrEqual(mostPresses);
        expect(changes).toBeLessThanOrEqual(mostChanges);
      },
    );
  });
}
