/** A learner's taps, screen by screen, and the element that must be shown before the next tap. */

/** @import {Locator, Page} from '@playwright/test' */

const SET = 'security-q-phishing';

/**
 * @param {Page} page
 * @param {string} name
 */
const button = (page, name) => page.getByRole('button', { name, exact: true }).filter({ visible: true }).first();

/** @param {Page} page */
const lessonActions = (page) => page.getByRole('group', { name: 'レッスンの操作' });

/**
 * Taps in order: the element tapped, and the element that must be shown before the next tap.
 *
 * @typedef {{ name: string, tap: (page: Page) => Locator, shown: (page: Page) => Locator, close?: true }} Step
 * @type {{ path: string, steps: Step[] }[]}
 */
export const journey = [
  {
    path: '/',
    steps: [
      {
        name: 'メニューを開く',
        tap: (page) => button(page, 'メニューを開く'),
        shown: (page) => page.getByRole('link', { name: 'コース', exact: true }),
      },
      {
        name: '表示設定',
        tap: (page) => button(page, '表示設定'),
        shown: (page) => page.getByRole('dialog'),
        close: true,
      },
      {
        name: 'さがす（全体）',
        tap: (page) => button(page, 'さがす'),
        shown: (page) => page.getByPlaceholder('さがす', { exact: true }),
        close: true,
      },
      {
        name: '同期の状態',
        tap: (page) => page.getByRole('button', { name: /^同期の状態/ }),
        shown: (page) => page.getByRole('dialog'),
        close: true,
      },
      {
        name: 'アカウント',
        tap: (page) => page.getByRole('button', { name: /^アカウント/ }),
        shown: (page) => page.getByRole('menuitem').first(),
      },
      {
        name: 'マイページ',
        tap: (page) => page.getByRole('menuitem', { name: 'マイページ' }),
        shown: (page) => page.getByRole('heading', { level: 1, name: 'マイページ' }),
      },
    ],
  },
  {
    path: '/courses',
    steps: [
      {
        name: 'コースを開く',
        tap: (page) => page.locator('main a[href="/courses/security"]').first(),
        shown: (page) => page.locator('main a[href^="/lessons/"]').first(),
      },
      {
        name: 'レッスンを開く',
        tap: (page) => page.locator('main a[href="/lessons/security-passkeys"]').first(),
        shown: (page) => lessonActions(page),
      },
      {
        name: '次のレッスン',
        tap: (page) => page.getByRole('button', { name: /^次のレッスン/ }),
        shown: (page) => lessonActions(page),
      },
      {
        name: '前のレッスン',
        tap: (page) => page.getByRole('button', { name: /^前のレッスン/ }),
        shown: (page) => lessonActions(page),
      },
      {
        name: '共有（お知らせが出る）',
        tap: (page) => button(page, 'このレッスンを共有'),
        shown: (page) => page.getByText(/リンクをコピー/),
      },
    ],
  },
  {
    path: '/courses/security',
    steps: [
      {
        name: 'セクションを開く',
        tap: (page) => page.locator('main a[href="/sections/security-s2"]').first(),
        shown: (page) => page.getByRole('main').getByRole('heading', { level: 2 }),
      },
    ],
  },
  {
    path: `/question/solve/${SET}`,
    steps: [
      {
        name: '選択肢を選ぶ',
        tap: (page) => page.locator('main label').nth(1),
        shown: (page) => page.getByText('解答はこの端末に保存されています'),
      },
      {
        name: '次へ（問題）',
        tap: (page) => button(page, '次へ'),
        shown: (page) => page.getByRole('main').getByText('問2').first(),
      },
    ],
  },
  {
    path: `/question/solve/${SET}?view=overview`,
    steps: [
      {
        name: '提出する',
        tap: (page) => button(page, '提出する'),
        shown: (page) => page.getByRole('link', { name: '解答と解説を見る' }),
      },
      {
        name: '解答と解説を見る',
        tap: (page) => page.getByRole('link', { name: '解答と解説を見る' }),
        shown: (page) => page.getByRole('group', { name: '問題の操作' }),
      },
      {
        name: '次へ（解答と解説）',
        tap: (page) => button(page, '次へ'),
        shown: (page) => page.getByRole('main').getByText('問2').first(),
      },
    ],
  },
  {
    path: '/',
    steps: [
      {
        name: '復習を始める',
        tap: (page) => page.getByRole('main').getByRole('link', { name: '始める' }),
        shown: (page) => page.getByRole('group', { name: '問題の操作' }),
      },
    ],
  },
];

/**
 * Taps that mark a lesson as read: each tap is measured in a lesson that is still unread.
 *
 * @type {Step[]}
 */
export const readings = [
  {
    name: '読了にする',
    tap: (page) => button(page, '読了にする'),
    shown: (page) => lessonActions(page).getByRole('status'),
  },
  {
    name: '読了にして次へ',
    tap: (page) => page.getByRole('button', { name: /^読了にして次へ：/ }),
    // The undo button in the bar of the next lesson.
    shown: (page) => lessonActions(page).getByRole('button', { name: '取り消す' }),
  },
];
