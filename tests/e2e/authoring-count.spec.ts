/**
 * Counts a teacher's presses to write and publish a course. A tap counts as one, a key that types no text as one,
 * Ctrl+V as one.
 *
 * The same course took 225 presses and 23 changes of screen, without those of the question set editors, in the first
 * build that was measured. Since then choices and tables are written by keys, titles in the outline, and 「保存して次へ」 leads
 * from lesson to lesson.
 */
import type { Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';
import { CountedHand } from './support/counted-hand';
import { button, textOf, writeSet, writeText } from './support/course-writing';
import { COURSE, lessons, outline, questionSets } from './support/written-course';

test.use({ ownData: true });
const title = (page: Page, name: string) => page.getByRole('heading', { level: 1, name });

async function addCourse(hand: CountedHand): Promise<void> {
  const { page } = hand;
  await hand.tap(page.getByRole('link', { name: 'コースを追加' }));
  await expect(page.getByRole('textbox', { name: 'タイトル' })).toBeFocused();
  await hand.type(COURSE);
  await hand.key('Control+s');
  await expect(title(page, COURSE)).toBeVisible();
}

/** Writes all titles in the course outline: Enter adds one, Tab and Shift+Tab choose the level. */
async function addOutline(hand: CountedHand): Promise<void> {
  const { page } = hand;
  const add = async (kind: string, title: string, steps: number) => {
    await hand.key(steps < 0 ? 'Shift+Tab' : 'Tab', Math.abs(steps));
    await expect(page.getByRole('textbox', { name: `新しい${kind}のタイトル` })).toBeFocused();
    await hand.type(title);
    await hand.key('Enter');
    await expect(button(hand, `「${title}」のその他の操作`)).toBeVisible();
  };
  for (const [place, section] of outline.entries()) {
    await add('セクション', section.title, place === 0 ? 0 : -2);
    for (const [nth, chapter] of section.chapters.entries()) {
      await add('チャプター', chapter.title, nth === 0 ? 1 : -1);
      for (const [at, lesson] of chapter.lessons.entries()) await add('レッスン', lesson, at === 0 ? 1 : 0);
    }
  }
  await hand.key('Escape');
}

/**
 * Opens the first lesson, and goes from each lesson to the next with its text and question sets saved; after the last
 * lesson the course is shown.
 */
async function addTexts(hand: CountedHand, pastes: boolean): Promise<void> {
  const { page } = hand;
  const [first] = lessons;
  await hand.tap(page.getByRole('list', { name: `「${COURSE}」の構成` }).getByRole('link', { name: first?.title }));
  for (const [place, lesson] of lessons.entries()) {
    await expect(page.getByRole('textbox', { name: 'タイトル' })).toHaveValue(lesson.title);
    await expect(textOf(hand)).toBeFocused();
    await writeText(hand, lesson, place === 0, pastes);
    const sets = questionSets.filter((each) => each.lesson === lesson.title);
    for (const set of sets) await writeSet(hand, set, pastes);
    if (sets.length === 0) await hand.key('Control+Enter');
  }
  await expect(title(page, COURSE)).toBeVisible();
}

/**
 * Beside the outline, all lesson editors count as the same screen; editor-panes.spec.ts checks that the outline is not
 * replaced.
 */
const screenBesideOutline = (pathname: string) =>
  pathname.startsWith('/lessons/edit/') ? 'outline and editor' : pathname;

async function writeCourse(page: Page, pastes: boolean, isWide: boolean): Promise<CountedHand> {
  const hand = new CountedHand(page, isWide ? screenBesideOutline : (pathname) => pathname);
  await signIn(page, 'teacher', '/courses');
  hand.start();
  await addCourse(hand);
  await addOutline(hand);
  await addTexts(hand, pastes);
  await hand.tap(button(hand, '公開する'));
  // The course is published anyway, though its questions have no explanations.
  await hand.tap(button(hand, 'このまま公開する'));
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
  'typed on a tablet': { viewport: tablet, pastes: false, mostPresses: 149, mostChanges: 10 },
  'pasted on a tablet': { viewport: tablet, pastes: true, mostPresses: 133, mostChanges: 10 },
  'typed on a laptop': { viewport: laptop, pastes: false, mostPresses: 149, mostChanges: 4 },
};

for (const [name, { viewport, pastes, mostPresses, mostChanges }] of Object.entries(cases)) {
  test.describe(name, () => {
    test.use({ viewport, isMobile: false });
    test(
      `writing a course takes at most ${mostPresses} presses and ${mostChanges} changes of screen`,
      { tag: ['@once', '@long'] },
      async ({ page, expectStatus }) => {
        // A new question set gives its lesson a new version, so saving the lesson's text first fails with 409 and is
        // sent again.
        expectStatus(409);
        const { presses, changes } = await writeCourse(page, pastes, viewport === laptop);
        expect(presses).toBeLessThanOrEqual(mostPresses);
        expect(changes).toBeLessThanOrEqual(mostChanges);
      },
    );
  });
}
