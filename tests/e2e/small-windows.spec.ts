/** Tests phones with a camera cut-out, low windows, field sizes for touch, and what bars and toasts cover. */
import type { Page } from '@playwright/test';
import { screensByUser } from '@tests/support/screens';

import { appReady, expect, signIn, test } from './support/app';
import { coveredShare, holdPhone, type Insets, listInInsets, listSmallFields } from './support/covered';
import { openInApp, pressBelowText } from './support/steps';

/** An iPhone with Dynamic Island, in CSS px. */
const UPRIGHT: Insets = { top: 59, right: 0, bottom: 34, left: 0 };
const ON_ITS_SIDE: Insets = { top: 0, right: 59, bottom: 21, left: 59 };
const HOLDS = [
  [393, 852, UPRIGHT],
  [852, 393, ON_ITS_SIDE],
] as const;
/** A page at 400 % zoom, and phones on their side. */
const LOW = [
  [320, 256],
  [667, 375],
  [852, 393],
] as const;
/** What the tests of dialogs and menus open. */
const OPENED =
  '[role="dialog"], dialog[open], [role="menu"], [data-menu="open"] #side-menu, [aria-label="読み上げ"], [role="search"]';
const FREE: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** Gives the page a fake speech engine with two Japanese voices, so that the player has settings. */
function installVoices(): void {
  const voices = ['a', 'b'].map((name) => ({
    name,
    voiceURI: name,
    lang: 'ja-JP',
    localService: true,
    default: name === 'a',
  }));
  const speak = (utterance: EventTarget) => setTimeout(() => utterance.dispatchEvent(new Event('start')));
  const idle = {
    pending: false,
    speaking: true,
    cancel: () => undefined,
    resume: () => undefined,
    pause: () => undefined,
  };
  const value = Object.assign(new EventTarget(), { ...idle, speak, getVoices: () => voices });
  Object.defineProperty(globalThis, 'speechSynthesis', { value });
  class Utterance extends EventTarget {
    constructor(readonly text: string) {
      super();
    }
    set onstart(listener: EventListener) {
      this.addEventListener('start', listener);
    }
  }
  Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance });
}

/** Counts the frames with a toast, and with a toast and a bar, and notes which buttons of the bar the toast covers. */
function watchToasts(): { frames: number; beside: number; covered: string[] } {
  const seen = { frames: 0, beside: 0, covered: [] as string[] };
  const boxOf = (each: Element) => each.getBoundingClientRect();
  function look(): void {
    const toasts = [...document.querySelectorAll('.mantine-Notification-root')].map(boxOf);
    if (toasts.length > 0) seen.frames += 1;
    const buttons = document.querySelectorAll('[data-bottom-bar] button');
    if (toasts.length > 0 && buttons.length > 0) seen.beside += 1;
    for (const button of buttons) {
      const { left, right, top, bottom } = boxOf(button);
      const isCovered = toasts.some(
        (one) => one.top < bottom && one.bottom > top && one.left < right && one.right > left,
      );
      if (isCovered) seen.covered.push(button.textContent);
    }
    requestAnimationFrame(afterPaint);
  }
  // What the page changes in the same frame counts: it is painted with it.
  const afterPaint = () => setTimeout(look);
  afterPaint();
  return seen;
}

test.describe('on a small window', { tag: '@once' }, () => {
  for (const [user, paths] of screensByUser) {
    test(`on the screens of ${user} the cut-out covers nothing, fields have 16 px, and bars leave two thirds of a low window`, async ({
      page,
    }) => {
      test.slow();
      await signIn(page, user);
      const faults: Record<string, unknown> = {};
      for (const path of paths) {
        await openInApp(page, path);
        for (const [width, height, insets] of HOLDS) {
          await holdPhone(page, width, height, insets);
          const inInsets = await listInInsets(page, insets);
          if (inInsets.length > 0) faults[`${path} ${width}`] = inInsets;
        }
        const small = await listSmallFields(page);
        if (small.length > 0) faults[`${path} fields`] = small;
        for (const [width, height] of LOW) {
          await holdPhone(page, width, height, FREE);
          await page.evaluate(() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2));
          const share = await coveredShare(page);
          if (share > 1 / 3) faults[`${path} ${width}×${height}`] = share;
        }
      }
      expect(faults).toEqual({});
    });
  }

  const overlays: [name: string, path: string, open: (page: Page) => Promise<void>][] = [
    ['the menu', '/', (page) => page.getByRole('button', { name: 'メニューを開く' }).click()],
    ['the search', '/courses', (page) => page.getByRole('button', { name: 'さがす' }).first().click()],
    ['the queue', '/', (page) => page.getByRole('button', { name: /同期済み/ }).click()],
    ['the account menu', '/', (page) => page.getByRole('button', { name: /^アカウント/ }).click()],
    [
      'the display settings',
      '/lessons/git-pipes',
      (page) => page.getByRole('button', { name: 'このレッスンの表示設定' }).click(),
    ],
    [
      'the search in the text',
      '/lessons/git-pipes',
      (page) => page.getByRole('button', { name: 'このレッスン内をさがす' }).click(),
    ],
    ['the player', '/lessons/git-pipes', (page) => page.getByRole('button', { name: '読み上げ' }).click()],
    ['a picture', '/lessons/security-passkeys', (page) => page.getByRole('button', { name: /^画像を拡大/ }).click()],
    ['a question set', '/lessons/edit/git-files', (page) => pressBelowText(page, '問題集を追加')],
    [
      'the files',
      '/lessons/edit/git-files',
      (page) => page.getByRole('button', { name: 'アップロード済みのファイル' }).click(),
    ],
  ];
  for (const [name, path, open] of overlays) {
    test(`${name} keeps clear of the cut-out, and has fields of 16 px`, async ({ page }) => {
      await page.addInitScript(installVoices);
      await signIn(page, 'teacher', path);
      const faults: Record<string, unknown> = {};
      await open(page);
      await expect(page.locator(OPENED).first()).toBeVisible();
      for (const [width, height, insets] of HOLDS) {
        await holdPhone(page, width, height, insets);
        const inInsets = await listInInsets(page, insets);
        if (inInsets.length > 0) faults[String(width)] = inInsets;
      }
      expect(faults).toEqual({});
      expect(await listSmallFields(page)).toEqual([]);
    });
  }

  test('the login screen and the page before the app keep clear of the cut-out', async ({ page, context }) => {
    let release = () => undefined as void;
    const held = new Promise<void>((resolve) => (release = resolve));
    await context.route('**/assets/*.js', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/login', { waitUntil: 'commit' });
    await expect(page.locator('.skeleton-bar')).toBeVisible();
    for (const [width, height, insets] of HOLDS) {
      await holdPhone(page, width, height, insets);
      expect(await listInInsets(page, insets)).toEqual([]);
    }
    release();
    await appReady(page);
    for (const [width, height, insets] of HOLDS) {
      await holdPhone(page, width, height, insets);
      expect(await listInInsets(page, insets)).toEqual([]);
    }
    expect(await listSmallFields(page)).toEqual([]);
  });

  test('the player takes at most a third of a low window, also with its settings', async ({ page }) => {
    await page.addInitScript(installVoices);
    await signIn(page, 'student', '/lessons/security-passkeys');
    await page.getByRole('button', { name: '読み上げ' }).click();
    const player = page.getByRole('region', { name: '読み上げ' });
    await expect(player.getByRole('button', { name: '一時停止' })).toBeVisible();
    const shares = [];
    for (const isSetting of [false, true]) {
      if (isSetting) await player.getByRole('button', { name: '読み上げの設定' }).click();
      for (const [width, height] of LOW) {
        await holdPhone(page, width, height, FREE);
        await page.evaluate(() => scrollTo(0, 600));
        shares.push(await coveredShare(page));
      }
    }
    expect(shares.filter((share) => share > 1 / 3)).toEqual([]);
  });

  test('find and replace stays below the toolbar, and takes at most a third of a low window', async ({ page }) => {
    await signIn(page, 'teacher', '/lessons/edit/git-files');
    await page.getByRole('button', { name: 'さがす・置き換える' }).click();
    const field = page.getByRole('textbox', { name: 'さがす言葉' });
    await expect(field).toBeFocused();
    const shares = [];
    for (const [width, height] of LOW) {
      await holdPhone(page, width, height, FREE);
      await page.evaluate(() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2));
      await expect(field).toBeInViewport();
      shares.push(await coveredShare(page));
    }
    expect(shares.filter((share) => share > 1 / 3)).toEqual([]);

    for (const insets of [FREE, UPRIGHT]) {
      await holdPhone(page, 393, 852, insets);
      await page.evaluate(() => scrollTo(0, (document.documentElement.scrollHeight - innerHeight) / 2));
      const tools = await page.locator('[data-text-tools]').boundingBox();
      const panel = await page.locator('.cm-panels-top').boundingBox();
      expect(panel?.y).toBeCloseTo((tools?.y ?? 0) + (tools?.height ?? 0), 0);
    }
  });
});

test.describe('toasts', { tag: '@staff' }, () => {
  test('the toast of an added lesson covers no button of the save bar that appears after it', async ({ page }) => {
    await signIn(page, 'teacher', '/sections/security-s2');
    const watch = await page.evaluateHandle(watchToasts);
    await page.getByRole('button', { name: /^「端末を守る習慣」のその他の操作$/ }).click();
    await page.getByRole('menuitem', { name: '下にレッスンを追加' }).click();
    await page.keyboard.type('足したレッスン');
    await page.keyboard.press('Enter');
    const toast = page.getByText('レッスンを追加しました');
    await expect(toast).toBeVisible();
    await page.getByRole('link', { name: /^足したレッスン/ }).click();
    await expect(page.getByRole('button', { name: '保存', exact: true })).toBeVisible();
    // A toast under the pointer stays.
    await page.mouse.move(0, 0);
    await expect(toast).toBeHidden();

    const { frames, beside, covered } = await watch.jsonValue();
    expect(frames).toBeGreaterThan(5);
    expect(beside, 'frames with both').toBeGreaterThan(0);
    expect(covered).toEqual([]);
  });
});
