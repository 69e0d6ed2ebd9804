/** Steps of several trips. */
import { expect } from '@playwright/test';
import { DEMO_PASSWORD } from '@tests/e2e/support/sign-in';

import { button, field, heading, role, type Tab, text } from './tab';

/** Waits until a screen is shown: the app has booted, and its heading is there with its data. */
export async function screenReady(tab: Tab, title?: string | RegExp): Promise<void> {
  await tab.until(() => tab.evaluate(() => document.documentElement.dataset.app === 'ready'), 'the app has booted');
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
  await fillLogin(tab, username);
  await tab.isAt('/');
  await screenReady(tab);
}

export async function fillLogin(tab: Tab, username: string): Promise<void> {
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

const actions = { within: role('group', 'レッスンの操作') };
/** Shown in the lesson once 読了 is saved on the device and not sent yet. */
export const WAITS = text('端末に保存 ・ 送信待ち', actions);

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
  await tab.click(button('読了にする', actions));
  await tab.sees(WAITS);
}

/** Waits until the sync indicator in the top bar says these words. */
export async function saysSync(tab: Tab, words: RegExp | string): Promise<void> {
  await tab.sees(button(typeof words === 'string' ? `同期の状態：${words}` : words, { within: role('banner') }));
}
