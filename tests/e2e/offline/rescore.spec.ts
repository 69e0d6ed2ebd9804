/**
 * Tests grading again (再採点) on two devices: one learner answered online, one offline; both and staff see the same score
 * before and after.
 */
import { readFile } from 'node:fs/promises';

import type { Browser, Page } from '@playwright/test';

import { expect, signIn } from '../support/app';
import { workerReady } from '../support/device';
import { authorize } from '../support/sign-in';
import { expectSync, test, visit } from '../support/study';

test.use({ ownData: true });

/**
 * The choices that the learners choose, which are correct. At first, the answer key of the fourth question says `b`.
 */
const chosen = ['a', 'b', 'c', 'a'];
const choices = ['ピンを抜く', 'ホースを向ける', 'レバーを握る'].map((body, index) => ({ id: 'abc'[index], body }));

function makeQuestions(lastKey: string) {
  return chosen.map((id, index) => {
    const correctChoiceIds = [index === 3 ? lastKey : id];
    return { id: `q${index + 1}`, type: 'single', body: `${index + 1}番目はどれですか`, choices, correctChoiceIds };
  });
}

/** Creates a published course with one lesson and one question set, as the teacher. */
async function makeCourse(origin: string) {
  const { session } = await authorize(origin, 'teacher');
  const headers = { Authorization: `Bearer ${session.accessToken}`, 'Content-Type': 'application/json' };
  async function call(method: string, path: string, json: object): Promise<string> {
    const answer = await fetch(`${origin}/api/v1/${path}`, { method, headers, body: JSON.stringify(json) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    return ((await answer.json()) as { id: string }).id;
  }
  const courseId = await call('POST', 'courses/', { title: '消火の基本', description: '' });
  const sectionId = await call('POST', 'sections/', { title: '備え', courseId });
  const chapterId = await call('POST', 'chapters/', { title: '消火器', sectionId });
  const lessonId = await call('POST', 'lessons/', { title: '消火器の使い方', chapterId });
  await call('PATCH', `courses/${courseId}`, { status: 'published' });
  const title = '確認問題：消火器';
  const setId = await call('POST', 'question-set/', { lessonId, title, questions: makeQuestions('b') });
  return {
    ids: { courseId, lessonId, setId },
    /** Saves an answer key for the fourth question and grades again, without the editor. */
    correct: async (key: string) => {
      await call('PUT', `question-set/${setId}`, { lessonId, title, questions: makeQuestions(key) });
      await call('POST', `question-set/${setId}/rescore`, {});
    },
  };
}
type Ids = Awaited<ReturnType<typeof makeCourse>>['ids'];

async function openDevice(browser: Browser, user: Parameters<typeof signIn>[1]): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await signIn(page, user);
  await workerReady(page);
  return page;
}

async function solve(page: Page, setId: string): Promise<void> {
  await visit(page, `/question/solve/${setId}`);
  for (const [index, id] of chosen.entries()) {
    await expect(page.getByText(new RegExp(`^${index + 1} / 4 問・`))).toBeVisible();
    await page.keyboard.press(String('abc'.indexOf(id) + 1));
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: '提出する' }).click();
  await expect(page.getByText('3 / 4 問正解')).toBeVisible();
}

/** Asserts the score in the review, and that the fourth question's mark and choices match it. */
async function expectReview(page: Page, { setId }: Ids, score: 3 | 4, user?: string): Promise<void> {
  await expect(async () => {
    await visit(page, `/question/review/${setId}?q=4${user ? `&user=user-${user}` : ''}`);
    await expect(page.getByText(new RegExp(`${score} / 4 問正解$`))).toBeVisible({ timeout: 5000 });
    // Waits, because the page treats the server's progress as fresh for 30 s.
  }).toPass({ timeout: 60_000 });
  const [mark, own] = score === 4 ? ['正解', '選んだ解答・正解'] : ['まちがい', '選んだ解答'];
  const tiles = page.getByRole('navigation', { name: '問題の一覧' });
  await expect(tiles.getByRole('button', { name: `問4 ${mark}` })).toBeVisible();
  await expect(page.getByText(own, { exact: true })).toBeVisible();
}

const rowOf = (page: Page) => page.getByRole('row', { name: /確認問題：消火器/ });

/** Asserts the score on a learner's own screens and in the exported file. */
async function expectOwnScreens(page: Page, ids: Ids, score: 3 | 4): Promise<void> {
  await expectReview(page, ids, score);
  await visit(page, `/lessons/${ids.lessonId}`);
  await expect(page.getByText(new RegExp(`^前回 ${score} / 4`))).toBeVisible();
  await expect(async () => {
    await visit(page, `/record/${ids.courseId}`);
    await expect(page.getByText(`${score} / 4`)).toBeVisible({ timeout: 5000 });
    await visit(page, '/record');
    await expect(rowOf(page)).toContainText(`${score} / 4`, { timeout: 5000 });
    // Waits, because the page also treats the server's progress of one course as fresh for 30 s.
  }).toPass({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'CSVで保存' }).click();
  expect(await readFile(await (await download).path(), 'utf8')).toMatch(
    new RegExp(`"確認問題：消火器",.*,"${score}","4"`),
  );
}

/** Asserts the score on the screens of staff and teachers. */
async function expectStaffScreens(page: Page, ids: Ids, user: string, score: 3 | 4): Promise<void> {
  await expectReview(page, ids, score, user);
  await visit(page, `/users/record/user-${user}`);
  await expect(rowOf(page)).toContainText(`${score} / 4`);
}

async function expectShare(page: Page, { setId }: Ids, words: string): Promise<void> {
  await visit(page, `/question-stats/${setId}`);
  const card = page.getByRole('listitem').filter({ hasText: '4番目はどれですか' });
  await expect(card.getByText(words).first()).toBeVisible();
}

/** Corrects the answer key of the fourth question in the editor, and accepts the offer to grade again (再採点). */
async function correctInEditor(page: Page, { lessonId }: Ids): Promise<void> {
  await visit(page, `/lessons/edit/${lessonId}`);
  await page.getByRole('button', { name: '「確認問題：消火器」を編集' }).click();
  await page.getByRole('region', { name: '問題の一覧' }).getByRole('button', { name: /^4 / }).click();
  await page.getByRole('radio', { name: /選択肢1/ }).check();
  await page.getByRole('form', { name: '問題集の編集' }).getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('3点→4点：1件（4点満点）')).toBeInViewport({ ratio: 1 });
  await page.getByRole('button', { name: '再採点する' }).click();
  await expect(page.getByText(/^1件を採点し直しました/)).toBeInViewport({ ratio: 1 });
}

const note = (page: Page, words: string) => page.getByText(words, { exact: true });

test(
  'fault: an answer key is corrected while one learner’s answers wait offline → both devices, the file and staff show the new score, and a note on the change of score is shown once',
  { tag: '@once' },
  async ({ app, browser, page: online, expectNoNetwork }) => {
    expectNoNetwork();
    const { ids, correct } = await makeCourse(app.origin);
    await signIn(online, 'yamada');
    await workerReady(online);
    await solve(online, ids.setId);
    await visit(online, `/lessons/${ids.lessonId}`);
    await online.getByRole('button', { name: '読了にする' }).click();
    await expectSync(online, '同期済み');
    const offline = await openDevice(browser, 'matsumoto');
    for (const path of ['question/solve', 'question/review']) await visit(offline, `/${path}/${ids.setId}`);
    await offline.context().setOffline(true);
    await solve(offline, ids.setId);
    await expect(offline.getByText('仮採点')).toBeVisible();
    const staff = await openDevice(browser, 'staff');
    const teacher = await openDevice(browser, 'teacher');
    await expectOwnScreens(online, ids, 3);
    await expectStaffScreens(staff, ids, 'yamada', 3);
    await expectShare(teacher, ids, '0%（0名）');

    await correctInEditor(teacher, ids);
    // While offline, the marks and the saved answer key still match each other.
    await expectReview(offline, ids, 3);
    await expectReview(online, ids, 4);
    await expect(note(online, '正解が直され、3点が4点になりました。')).toBeVisible();
    await expectOwnScreens(online, ids, 4);
    await expect(note(online, '正解が直され、3点が4点になりました。')).toHaveCount(0);
    await offline.context().setOffline(false);
    await expectSync(offline, '同期済み');
    await expectReview(offline, ids, 4);
    for (const user of ['yamada', 'matsumoto']) await expectStaffScreens(staff, ids, user, 4);
    await expectShare(teacher, ids, '100%（2名）');

    // Changing the key back is the undo; this device learns of it later, from the server's progress and not from the
    // stored confirmation of its submit (receipt).
    await offline.context().setOffline(true);
    await correct('b');
    await expectReview(offline, ids, 4);
    await offline.context().setOffline(false);
    await expectReview(offline, ids, 3);
    await expect(note(offline, '正解が直され、4点が3点になりました。')).toBeVisible();
    await expectReview(online, ids, 3);
  },
);
