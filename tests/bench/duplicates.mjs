/**
 * Measures 「コピーを作成」 (duplicate a course) for 200 lessons and 50 question sets on its screen, against a bare loop of the
 * same calls.
 */
import { launchBrowser, login } from './browser.mjs';
import { printTable, timeRow } from './numbers.mjs';

/** @import {Page} from '@playwright/test' */
/** @import {Stage} from './stage.mjs' */

const SECTIONS = 4;
const CHAPTERS_EACH = 5;
const LESSONS_EACH = 10;
/** Every fourth lesson has a question set. */
const LESSONS_PER_SET = 4;
const RUNS = 5;

/** @typedef {(method: string, path: string, json?: object) => Promise<any>} Call */

/** @param {Stage} stage */
export async function measureDuplicates({ server }) {
  const call = await signIn(server.origin);
  const courseId = await makeCourse(call);
  const browser = await launchBrowser();
  const page = await browser.newPage({
    baseURL: server.origin,
    viewport: { width: 1366, height: 768 },
    locale: 'ja-JP',
  });
  await login(page, 'teacher');
  await page.evaluate(() => navigator.serviceWorker.ready);
  /** @type {Record<'duplicate' | 'bare', number[]>} */
  const times = { duplicate: [], bare: [] };
  // The first run warms up the page, the service worker and the server.
  for (let run = 0; run <= RUNS; run += 1) {
    const bare = await timeBareDuplicate(page, call, courseId);
    const duplicate = await timeDuplicate(page, call, courseId);
    if (run > 0) {
      times.bare.push(bare);
      times.duplicate.push(duplicate);
    }
  }
  await browser.close();
  printTable('A duplicate of a course of 200 lessons and 50 question sets', [
    timeRow({ what: 'コピーを作成 / bare loop of the same calls', aim: '≤ 1.5' }, times.duplicate, times.bare),
  ]);
}

/**
 * Opens the course's menu, presses 「コピーを作成」 and waits for the sentence that it is done. Returns milliseconds; deletes
 * the duplicate.
 *
 * @param {Page} page
 * @param {Call} call
 * @param {string} courseId
 */
async function timeDuplicate(page, call, courseId) {
  await page.goto(`/courses/${courseId}`);
  const menu = page.getByRole('button', { name: '「大きなコース」のその他の操作' });
  await menu.waitFor();
  await page.waitForLoadState('networkidle');
  await menu.click();
  await page.getByRole('menuitem', { name: 'コピーを作成' }).waitFor();
  const took = await page.evaluate(
    () =>
      new Promise((/** @type {(ms: number) => void} */ resolve) => {
        const isDone = () => document.querySelector('main')?.textContent?.includes('のコピー」を作成しました。');
        const observer = new MutationObserver(() => {
          if (!isDone()) return;
          observer.disconnect();
          resolve(performance.now() - startedAt);
        });
        observer.observe(document.body, { childList: true, subtree: true, characterData: true });
        const startedAt = performance.now();
        const buttons = [...document.querySelectorAll('button')];
        buttons.find(({ textContent }) => textContent === 'コピーを作成')?.click();
      }),
  );
  const href = await page.getByRole('link', { name: 'コピーを開く' }).getAttribute('href');
  const { lessonCount } = await call('GET', href ?? '');
  if (lessonCount !== SECTIONS * CHAPTERS_EACH * LESSONS_EACH) throw new Error(`${lessonCount} lessons in ${href}`);
  await call('DELETE', href ?? '');
  return took;
}

/**
 * Duplicates the course in the page with fetch alone, one call after the other. Returns milliseconds; deletes the
 * duplicate.
 *
 * @param {Page} page
 * @param {Call} call
 * @param {string} courseId
 */
async function timeBareDuplicate(page, call, courseId) {
  await page.goto('/community');
  await page.waitForLoadState('networkidle');
  const token = await call('GET', 'token');
  const [took, duplicateId] = await page.evaluate(bareDuplicate, { token, courseId });
  await call('DELETE', `/courses/${duplicateId}`);
  return took;
}

/**
 * Duplicates the course; runs inside the page.
 *
 * @param {{ token: string, courseId: string }} duplicated
 * @returns {Promise<[number, string]>} milliseconds, and the duplicate's id
 */
async function bareDuplicate({ token, courseId }) {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  /** @type {Call} */
  const call = async (method, path, json) => {
    const init = { method, headers, body: json && JSON.stringify(json) };
    const answer = await fetch(`/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status}`);
    return answer.json();
  };
  const startedAt = performance.now();
  const [course] = await Promise.all([call('GET', `/courses/${courseId}`), call('GET', '/courses/?size=200')]);
  const duplicate = await call('POST', '/courses/', { title: 'bare', status: 'draft', order: course.order + 1 });
  for (const { id, title, chapters } of course.sections) {
    const { description } = await call('GET', `/sections/${id}`);
    const section = await call('POST', '/sections/', { courseId: duplicate.id, title, description });
    for (const chapter of chapters) {
      const { id: chapterId } = await call('POST', '/chapters/', { sectionId: section.id, title: chapter.title });
      for (const { id: lessonId } of chapter.lessons) {
        const { title: name, minutes, contentId, questionSets } = await call('GET', `/lessons/${lessonId}`);
        const lesson = await call('POST', '/lessons/', { chapterId, title: name, minutes, contentId });
        for (const { id: setId } of questionSets) {
          const paths = [`/question-set/${setId}`, `/question-set/${setId}/explanation`];
          const [{ title: ofSet, questions }] = await Promise.all(paths.map((path) => call('GET', path)));
          const duplicated = questions.map((/** @type {{ body: string }} */ { body }) => question(body));
          await call('POST', '/question-set/', { lessonId: lesson.id, title: ofSet, questions: duplicated });
        }
      }
    }
  }
  return [performance.now() - startedAt, duplicate.id];

  /** @param {string} body */
  function question(body) {
    return { id: crypto.randomUUID(), type: 'text', body, choices: [], acceptedAnswers: ['答'] };
  }
}

/**
 * Returns a function that calls the API as a teacher; with the path `token` it returns the token.
 *
 * @param {string} origin
 * @returns {Promise<Call>}
 */
async function signIn(origin) {
  const body = new URLSearchParams({ username: 'teacher', password: 'demo-password' });
  const signedIn = await fetch(`${origin}/api/v1/authorize`, { method: 'POST', body });
  const { access_token: token } = await signedIn.json();
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  return async (method, path, json) => {
    if (path === 'token') return token;
    const init = { method, headers, body: json && JSON.stringify(json) };
    const answer = await fetch(`${origin}/api/v1${path}`, init);
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.status === 204 ? undefined : answer.json();
  };
}

/** Returns the id of the course to duplicate. @param {Call} call */
async function makeCourse(call) {
  const { id: courseId } = await call('POST', '/courses/', { title: '大きなコース', status: 'draft' });
  let lessons = 0;
  for (let section = 0; section < SECTIONS; section += 1) {
    const { id: sectionId } = await call('POST', '/sections/', { courseId, title: `セクション${section}` });
    for (let chapter = 0; chapter < CHAPTERS_EACH; chapter += 1) {
      const { id: chapterId } = await call('POST', '/chapters/', { sectionId, title: `章${chapter}` });
      for (let lesson = 0; lesson < LESSONS_EACH; lesson += 1) {
        const made = { chapterId, title: `レッスン${lesson}`, contentId: 'git-terminal-md' };
        const { id: lessonId } = await call('POST', '/lessons/', made);
        const question = { id: `q${lessons}`, type: 'text', body: '問', choices: [], acceptedAnswers: ['答'] };
        if (lessons % LESSONS_PER_SET === 0)
          await call('POST', '/question-set/', { lessonId, title: '確認', questions: [question] });
        lessons += 1;
      }
    }
  }
  return courseId;
}
