/**
 * Takes one ability of the browser away at a time, in page and service worker: the learner's journey holds, or the app
 * says what cannot be done (docs/browsers.md).
 */
import type { Page } from '@playwright/test';

import { appReady, expect, type DemoUser, screenReady } from '../support/app';
import { workerReady } from '../support/device';
import { answerWorker, olderBrowser, stylesWithoutHas, withoutApis } from '../support/older-browser';
import type { ScriptedAnswer, SeenRequest } from '../support/scripted-network';
import { submitLogin } from '../support/sign-in';
import { openInApp } from '../support/steps';
import {
  COURSE,
  expectLessonWithImages,
  expectSync,
  lessonActions,
  LESSONS,
  networkTest as test,
  pressRead,
  QUESTION_SET,
  receivedBy,
  UNSEEN_LESSON,
  visit,
} from '../support/study';

test.use({ ownData: true });
const [first, second, third] = LESSONS;

/** Returns a script that runs a function with one argument. */
function script<T>(run: (value: T) => void, value: T): string {
  return `(${run.toString()})(${JSON.stringify(value)});`;
}

function ignoreDurability(): void {
  const { transaction } = IDBDatabase.prototype as { transaction: (...args: unknown[]) => IDBTransaction };
  IDBDatabase.prototype.transaction = function (names, mode) {
    return Reflect.apply(transaction, this, [names, mode]);
  };
  Reflect.deleteProperty(IDBTransaction.prototype, 'durability');
}

function refuseWebStorage(): void {
  for (const name of ['localStorage', 'sessionStorage'].filter((each) => each in globalThis)) {
    Object.defineProperty(globalThis, name, {
      get: () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError');
      },
    });
  }
}

function refuseCaches(): void {
  const refuse = () => Promise.reject(new DOMException('The operation is insecure.', 'SecurityError'));
  Object.assign(CacheStorage.prototype, { open: refuse, match: refuse, has: refuse, keys: refuse, delete: refuse });
}

function refuseDatabases(): void {
  IDBFactory.prototype.open = () => {
    throw new DOMException('The operation is insecure.', 'SecurityError');
  };
}

/** Loses each connection to a database after some transactions. */
function loseConnections(after: number): void {
  const { transaction } = IDBDatabase.prototype as { transaction: (...args: unknown[]) => IDBTransaction };
  const counts = new WeakMap<IDBDatabase, number>();
  IDBDatabase.prototype.transaction = function (...args) {
    const count = counts.get(this) ?? 0;
    counts.set(this, count + 1);
    if (count < after) return Reflect.apply(transaction, this, args);
    throw new DOMException('The database connection is closing.', 'InvalidStateError');
  };
}

/** Fails each nth read of a database. */
function failReads(nth: number): void {
  const counts = new Map<string, number>();
  for (const name of ['get', 'getAll', 'getAllKeys', 'count', 'openCursor']) {
    const { [name]: read } = IDBObjectStore.prototype as unknown as Record<string, (...args: unknown[]) => IDBRequest>;
    Object.assign(IDBObjectStore.prototype, {
      [name](this: IDBObjectStore, ...args: unknown[]) {
        const request = Reflect.apply(read as never, this, args) as IDBRequest;
        const count = (counts.get(this.transaction.db.name) ?? 0) + 1;
        counts.set(this.transaction.db.name, count);
        if (count % nth > 0) return request;
        request.addEventListener('success', (event) => request.onerror?.(event));
        return Object.defineProperties(request, {
          error: { value: new DOMException('Internal error.', 'UnknownError') },
          onsuccess: { value: undefined, writable: true },
          onerror: { value: undefined, writable: true },
        });
      },
    });
  }
}

/** What a browser lacks, and how far the learner's journey then comes. */
interface Row {
  lacks: string;
  learner: DemoUser;
  /** The script that takes the ability away, in page and worker. */
  loss: string;
  /** Style sheets that are served in place of the built ones, by path. */
  styles?: ReadonlyMap<string, string>;
  /** What reading a lesson aloud says, without a voice. */
  voice?: string;
  /** Where the journey ends, and the sentence there; the whole journey holds otherwise. */
  end?: { at: 'start' | 'sign-in' | 'reading' | 'offline'; says: string };
}

const rows: Row[] = [
  {
    lacks: 'Background Sync',
    learner: 'yamamoto',
    loss: withoutApis(['SyncManager'], ['ServiceWorkerRegistration', 'sync']),
  },
  {
    lacks: 'Web Locks',
    learner: 'kobayashi',
    loss: withoutApis(['Navigator', 'locks'], ['WorkerNavigator', 'locks'], ['LockManager']),
  },
  {
    lacks: 'navigator.storage',
    learner: 'yamada',
    loss: withoutApis(['Navigator', 'storage'], ['WorkerNavigator', 'storage'], ['StorageManager']),
  },
  {
    lacks: 'speech',
    learner: 'matsumoto',
    loss: withoutApis(['Window', 'speechSynthesis'], ['SpeechSynthesis'], ['SpeechSynthesisUtterance']),
    voice: 'このブラウザーには読み上げの機能がありません。',
  },
  { lacks: 'durability of transactions', learner: 'kimura', loss: script(ignoreDurability, undefined) },
  { lacks: ':has()', learner: 'sasaki', loss: '', styles: stylesWithoutHas },
  {
    lacks: 'all that one of the oldest supported browsers lacks',
    learner: 'kato',
    loss: olderBrowser,
    styles: stylesWithoutHas,
    voice: 'この端末に日本語の声がありません',
  },
  {
    lacks: 'localStorage and sessionStorage (SecurityError)',
    learner: 'ishikawa',
    loss: script(refuseWebStorage, undefined),
  },
  {
    lacks: 'a lasting connection to a database (InvalidStateError)',
    learner: 'abe',
    loss: script(loseConnections, 3),
  },
  { lacks: 'each tenth read of a database (UnknownError)', learner: 'student', loss: script(failReads, 10) },
  {
    lacks: 'service workers',
    learner: 'shimizu',
    loss: withoutApis(['Navigator', 'serviceWorker']),
    end: { at: 'offline', says: 'このウィンドウでは、端末に保存できません。' },
  },
  {
    lacks: 'Cache Storage (SecurityError)',
    learner: 'yoshida',
    loss: script(refuseCaches, undefined),
    end: { at: 'offline', says: '端末の保存領域を読めないため、保存できません。' },
  },
  {
    lacks: 'each connection of an open page (InvalidStateError)',
    learner: 'student2',
    loss: script(loseConnections, 0),
    end: { at: 'reading', says: '端末に保存できませんでした。' },
  },
  {
    lacks: 'each read of an open page (UnknownError)',
    learner: 'student2',
    loss: script(failReads, 1),
    end: { at: 'reading', says: '端末に保存できませんでした。' },
  },
  {
    lacks: 'each connection (InvalidStateError)',
    learner: 'student2',
    loss: script(loseConnections, 0),
    end: { at: 'sign-in', says: 'この端末にログイン情報を保存できません。' },
  },
  {
    lacks: 'each read (UnknownError)',
    learner: 'student2',
    loss: script(failReads, 1),
    end: { at: 'sign-in', says: 'この端末にログイン情報を保存できません。' },
  },
  {
    lacks: 'IndexedDB (SecurityError)',
    learner: 'student2',
    loss: script(refuseDatabases, undefined),
    end: { at: 'sign-in', says: 'この端末にログイン情報を保存できません。' },
  },
  {
    lacks: 'Array.prototype.at, as browsers older than the supported ones',
    learner: 'student2',
    loss: withoutApis(['Array', 'at'], ['Array', 'findLast']),
    end: { at: 'start', says: 'このブラウザーは古いため使えません' },
  },
];

const isRead = (page: Page) => lessonActions(page).getByText('読了', { exact: true });
const isWaiting = (page: Page) => lessonActions(page).getByText('端末に保存 ・ 送信待ち');
const card = (page: Page) => page.getByRole('region', { name: 'この端末に保存' });

async function openLesson(page: Page, { id, title }: { id: string; title: string }): Promise<void> {
  await openInApp(page, `/lessons/${id}`);
  await expectLessonWithImages(page, title);
}

async function saveCourse(page: Page): Promise<void> {
  await workerReady(page);
  await openInApp(page, `/courses/${COURSE.id}`);
  await card(page).getByRole('button', { name: 'この端末に保存' }).click();
  await expect(card(page).getByText('保存済み', { exact: true })).toBeVisible();
}

async function solveFirstQuestion(page: Page): Promise<void> {
  await openInApp(page, `/question/solve/${QUESTION_SET.id}`);
  await page.getByRole('radio').nth(1).check();
  await expect(page.getByText('解答はこの端末に保存されています')).toBeVisible();
  await openInApp(page, `/question/solve/${QUESTION_SET.id}?view=overview`);
  await page.getByRole('button', { name: '提出する' }).click();
  await expect(page.getByText('仮採点')).toBeVisible();
}

for (const { lacks, learner, loss, styles, voice, end } of rows) {
  test(
    `a browser without ${lacks}: ${end ? `says what cannot be done (${end.at})` : 'the learner’s journey holds'}`,
    { tag: '@once' },
    async ({ page, app, network, expectNoNetwork }) => {
      const answer = ({ path }: SeenRequest): ScriptedAnswer => {
        if (path === '/sw.js') return answerWorker(loss, styles);
        const body = styles?.get(path);
        return body === undefined ? 'pass' : { status: 200, headers: { 'Content-Type': 'text/css' }, body };
      };
      network.follow(answer);
      if (end?.at !== 'reading') await page.addInitScript(loss);
      await page.goto('/login');
      if (end?.at === 'start') {
        await expect(page.getByRole('heading', { level: 1, name: end.says })).toBeVisible();
        return;
      }
      await appReady(page);
      await submitLogin(page, learner);
      if (end?.at === 'sign-in') {
        await expect(page.getByRole('alert')).toContainText(end.says);
        return;
      }
      await expect(page).toHaveURL('/');
      await screenReady(page);

      await openLesson(page, end?.at === 'reading' ? UNSEEN_LESSON : first);
      if (end?.at === 'reading') {
        await page.evaluate(loss);
        await pressRead(page);
        await expect(page.getByRole('alert').getByText(end.says)).toBeVisible();
        await expect(lessonActions(page).getByRole('button', { name: '読了にする' })).toBeEnabled();
        await expect(isWaiting(page)).toBeHidden();
        expect(network.count('PUT', /./)).toBe(0);
        return;
      }
      if (voice) {
        await page.getByRole('button', { name: '読み上げ', exact: true }).click();
        await expect(page.getByRole('region', { name: '読み上げ' })).toContainText(voice);
        await page.getByRole('button', { name: '読み上げを閉じる' }).click();
      }
      await pressRead(page);
      await expect(isRead(page)).toBeVisible();
      await expectSync(page, '同期済み');
      if (end) {
        await openInApp(page, `/courses/${COURSE.id}`);
        await expect(card(page)).toContainText(end.says);
        await expect(card(page).getByText('保存済み', { exact: true })).toBeHidden();
      } else await saveCourse(page);
      await openLesson(page, second);
      if (end) await openLesson(page, third);

      expectNoNetwork();
      network.cut();
      if (!end) {
        await visit(page, `/lessons/${first.id}`);
        await expectLessonWithImages(page, first.title);
        await openLesson(page, third);
      }
      await pressRead(page);
      await expect(isWaiting(page)).toBeVisible();
      if (!end) {
        await solveFirstQuestion(page);
        await expectSync(page, /送信待ち 2件$/);
        await visit(page, '/');
      }
      await expectSync(page, end ? /送信待ち 1件$/ : /送信待ち 2件$/);

      network.follow(answer);
      await expectSync(page, '同期済み');
      const lessons = [first.id, third.id].toSorted();
      expect(await receivedBy(app.origin, learner)).toEqual({ lessons, submits: end ? 0 : 1 });
    },
  );
}
