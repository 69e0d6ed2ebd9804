import { DEMO_PASSWORD } from '@tests/e2e/support/sign-in';
/** The learner's journey with the keyboard alone, on a laptop. */
import { COURSE, LESSONS, QUESTION_SET, receivedBy } from '@tests/e2e/support/study';

import type { Target } from './page-functions';
import { ACTIONS, screenReady, seesLogin } from './steps';
import { button, field, heading, link, role, type Tab, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true, size: { width: 1366, height: 768 } });

const [LESSON, NEXT] = LESSONS;
const MAX_TABS = 80;

/**
 * Presses Tab, or Shift+Tab, until the element has the focus: fails if it cannot be reached. Tab at the page's end
 * enters Firefox's own toolbar, from which no key leads back here: choose the way that does not pass an end.
 */
async function tabTo(tab: Tab, target: Target, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await tab.sees(target);
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await tab.press(key);
    if ((await tab.all(target)).some(({ focused }) => focused)) return;
  }
  throw new Error(`${key} does not reach ${JSON.stringify(target)}`);
}

/** Reaches an element with Tab, or Shift+Tab, and presses Enter on it. */
async function follow(tab: Tab, target: Target, key?: 'Shift+Tab'): Promise<void> {
  await tabTo(tab, target, key);
  await tab.press('Enter');
}

async function typeKeys(tab: Tab, words: string): Promise<void> {
  for (const key of words) await tab.press(key);
}

async function signInByKeys(tab: Tab, username: string): Promise<void> {
  await tab.goto('/login');
  await tabTo(tab, field(/^ユーザー名/));
  await typeKeys(tab, username);
  await tab.press('Tab');
  await typeKeys(tab, DEMO_PASSWORD);
  await tab.press('Enter');
  await tab.isAt('/');
  await screenReady(tab);
}

const place = (number: number) => text(new RegExp(`^${number} / 6 問・`));

/** Answers the six questions; each Enter opens the next one. */
async function solveByKeys(tab: Tab): Promise<void> {
  await tab.sees(place(1));
  await tab.press('1');
  await expect.poll(async () => (await tab.all(role('radio'))).map(({ checked }) => checked)).toContain(true);
  await tab.press('Enter');
  await tab.sees(place(2));
  await tabTo(tab, field('解答'));
  await tab.press('8');
  await tab.press('Enter');
  await tab.sees(place(3));
  await tab.press('2');
  await tab.press('4');
  await tab.press('Enter');
  await tab.sees(place(4));
  await tab.press('2');
  await tab.press('Enter');
  await tab.sees(place(5));
  await follow(tab, button('1番目を下へ'));
  await tab.sees(text('この順番で解答します。'));
  await follow(tab, button('次へ'));
  await tab.sees(place(6));
  await tab.press('2');
  await tab.press('Enter');
  await tab.sees(text(/^6 \/ 6 問に解答/));
}

trip('a learner signs in, reads, solves, searches and signs out with the keyboard alone', async ({ app, device }) => {
  const tab = await device.open();
  await signInByKeys(tab, 'shimizu');
  await tab.press('Tab');
  await tab.isFocused(link('本文へ移動'));
  await follow(tab, link('コース', { within: role('navigation', 'メインメニュー') }));
  await tab.isFocused(heading('コース'));
  await follow(tab, link(new RegExp(COURSE.title), { within: role('main') }));
  await screenReady(tab, COURSE.title);
  await follow(tab, link(/^ばらつきを測る.*未読/));
  await screenReady(tab, LESSON.title);
  await tab.press('j');
  await screenReady(tab, NEXT.title);
  await tab.press('k');
  await screenReady(tab, LESSON.title);
  await follow(tab, button('読了にする'));
  await tab.sees(text('読了', ACTIONS));

  await follow(tab, link(new RegExp(QUESTION_SET.title), { at: 0 }), 'Shift+Tab');
  await solveByKeys(tab);
  await follow(tab, button('提出する'));
  await tab.sees(text('送信済み'));
  await follow(tab, link('解答と解説を見る'));
  await tab.sees(role('navigation', '問題の一覧'));
  await expect.poll(() => receivedBy(app.origin, 'shimizu')).toEqual({ lessons: [LESSON.id], submits: 1 });

  await tab.press('Control+k');
  await tab.isFocused(role('textbox', undefined, { within: role('dialog') }));
  // As an input method does: no key types Japanese by itself.
  await tab.insert('正規分布');
  await tab.sees(button(/^正規分布/, { within: role('dialog') }));
  await tab.press('Enter');
  await screenReady(tab, '正規分布');

  await follow(tab, button(/^アカウント/), 'Shift+Tab');
  await tab.isFocused(role('menuitem', 'マイページ'));
  const logOut = role('menuitem', 'ログアウト');
  // The menu focuses its first item twice while it opens, the second time possibly after the key.
  const move = async () => {
    if ((await tab.sees(logOut)).focused) return true;
    await tab.press('ArrowDown');
    return (await tab.sees(logOut)).focused;
  };
  await tab.until(move, 'the arrow key reaches ログアウト');
  await tab.press('Enter');
  await seesLogin(tab);
});
