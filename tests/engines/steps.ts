/** Steps of several trips. */
import { expect } from '@playwright/test';
import { heldPaths } from '@tests/e2e/support/device';
import { DEMO_PASSWORD } from '@tests/e2e/support/sign-in';
import { expectHeld, QUESTION_SET } from '@tests/e2e/support/study';

import { button, field, heading, role, type Tab, text } from './tab';

/** The buttons at the end of a lesson's text. */
export const ACTIONS = { within: role('group', 'レッスンの操作') };
/** The card of a course with which it is saved on the device. */
export const CARD = { within: role('region', 'この端末に保存') };

/** Waits until the app has booted. */
export async function appReady(tab: Tab): Promise<void> {
  await tab.until(() => tab.evaluate(() => document.documentElement.dataset.app === 'ready'), 'the app has booted');
}

/** Waits until a screen is shown: the app has booted, and its heading is there with its data. */
export async function screenReady(tab: Tab, title?: string | RegExp): Promise<void> {
  await appReady(tab);
  await tab.sees(heading(title ?? /./, { within: role('main') }));
}

/** Loads a screen as the address bar does. */
export async function visit(tab: Tab, path: string, title?: string | RegExp): Promise<void> {
  await tab.goto(path);
  await screenReady(tab, title);
}

/** Signs in with the form, and waits for home. */
export async function signIn(tab: Tab, username: string): Promise<void> {
  await tab.goto('/login');
  await signInHere(tab, username);
}

export async function fillLogin(tab: Tab, username: string): Promise<void> {
  await appReady(tab);
  await tab.type(field(/^ユーザー名/), username);
  await tab.type(field(/^パスワード\s*\*?$/), DEMO_PASSWORD);
  await tab.click(button('ログイン'));
}

/** Waits until the worker controls the page. */
export async function workerReady(tab: Tab): Promise<void> {
  await tab.until(
    () => tab.evaluate(() => navigator.serviceWorker.controller?.state === 'activated'),
    'the worker controls the page',
    60_000,
  );
}

/** Shown in the lesson once 読了 is saved on the device and not sent yet. */
export const WAITS = text('端末に保存 ・ 送信待ち', ACTIONS);

/** Waits until the open lesson shows all its pictures. @returns the pictures' paths */
export async function lessonDrawn(tab: Tab): Promise<string[]> {
  await tab.sees(button(/^画像を拡大/, { within: role('article') }));
  const look = () =>
    tab.evaluate(() => {
      const pictures = [...document.querySelectorAll<HTMLImageElement>('article button[aria-label^="画像を拡大"] img')];
      pictures.forEach((each) => (each.loading = 'eager'));
      return pictures.every((each) => each.complete && each.naturalWidth > 0)
        ? pictures.map((each) => new URL(each.src).pathname)
        : [];
    });
  await expect.poll(look, { message: 'all pictures are drawn' }).not.toEqual([]);
  return look();
}

/** Opens a lesson without a network, presses 読了にする, and waits until that is saved on the device. */
export async function markRead(tab: Tab, { id, title }: { id: string; title: string }): Promise<void> {
  await visit(tab, `/lessons/${id}`, title);
  await tab.click(button('読了にする', ACTIONS));
  await tab.sees(WAITS);
}

/** Waits until the sync indicator in the top bar says these words. */
export async function saysSync(tab: Tab, words: RegExp | string): Promise<void> {
  await tab.sees(button(typeof words === 'string' ? `同期の状態：${words}` : words, { within: role('banner') }));
}

/** Saves the course whose screen is shown on the device. */
export async function saveCourse(tab: Tab): Promise<void> {
  await tab.sees(text(/^約/, CARD));
  await tab.click(button('この端末に保存', CARD));
  await tab.sees(text('保存済み', CARD), 60_000);
}

export const SOLVE = `/question/solve/${QUESTION_SET.id}`;

/** Opens a lesson, and waits until the device holds its text, pictures and questions. */
export async function study(tab: Tab, { id, title }: { id: string; title: string }): Promise<void> {
  await workerReady(tab);
  await visit(tab, `/lessons/${id}`, title);
  await expectHeld(tab, [{ id }], await lessonDrawn(tab));
}

/** Waits until the device holds the question set, which opening its lesson is enough for. */
export async function holdsQuestions(tab: Tab): Promise<void> {
  const wanted = ['', '/explanation'].map((end) => `/api/v1/question-set/${QUESTION_SET.id}${end}`);
  await expect.poll(() => heldPaths(tab)).toEqual(expect.arrayContaining(wanted));
}

/** Answers the first question, and submits the set from its overview. */
export async function submitSet(tab: Tab, solve = SOLVE): Promise<void> {
  await visit(tab, solve);
  await tab.click(role('radio', /社員番号/));
  await tab.sees(text('解答はこの端末に保存されています'));
  await visit(tab, `${solve}?view=overview`);
  await tab.click(button('提出する'));
}

/** Chooses ログアウト in the account menu. The app then asks for a confirmation if calls are unsent. */
export async function askToLogOut(tab: Tab): Promise<void> {
  await tab.click(button(/^アカウント/));
  await tab.click(role('menuitem', 'ログアウト'));
}

/** Waits until the login screen is shown. */
export async function seesLogin(tab: Tab): Promise<void> {
  await tab.isAt(/^\/login/);
  await tab.sees(button('ログイン'));
}

/** Signs in on the login screen that is shown, and waits for home. */
export async function signInHere(tab: Tab, username: string): Promise<void> {
  await fillLogin(tab, username);
  await tab.isAt('/');
  await screenReady(tab);
}
