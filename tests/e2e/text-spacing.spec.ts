/**
 * Tests that text keeps its distance from the edges of cards, rows and buttons, with longer texts than the demo data
 * has.
 */
import type { APIRequestContext, Locator, Page } from '@playwright/test';

import { expect, signIn, test } from './support/app';
import { publishLesson } from './support/publish-lesson';

/** Returns the distances of an element's text from the top, right and bottom edges of a box, px. */
function roomAround(words: Locator, box: Locator): Promise<number[]> {
  return box.elementHandle().then((outer) =>
    words.evaluate((element, around) => {
      const range = document.createRange();
      range.selectNodeContents(element);
      const inner = range.getBoundingClientRect();
      const edge = (around as Element).getBoundingClientRect();
      return [inner.top - edge.top, edge.right - inner.right, edge.bottom - inner.bottom];
    }, outer),
  );
}

async function expectRoom(words: Locator, box: Locator, px: number): Promise<void> {
  for (const room of await roomAround(words, box)) expect(room).toBeGreaterThanOrEqual(px);
}

/** Creates a course whose chapter title wraps to two lines on a tablet, and to more on a phone. */
async function makeCourse(request: APIRequestContext): Promise<string> {
  const form = { username: 'teacher', password: 'demo-password' };
  const login = await request.post('/api/v1/authorize', { form });
  const { access_token: token } = (await login.json()) as { access_token: string };
  const make = async (path: string, data: object) => {
    const answer = await request.post(`/api/v1${path}`, { headers: { Authorization: `Bearer ${token}` }, data });
    return ((await answer.json()) as { id: string }).id;
  };
  const courseId = await make('/courses/', { title: '端までのコース', description: '', status: 'draft' });
  const sectionId = await make('/sections/', { courseId, title: '節', description: '' });
  await make('/chapters/', { sectionId, title: '新しく入った人が最初の一週間で知っておきたいこと'.repeat(3) });
  return courseId;
}

async function submitNothing(page: Page): Promise<void> {
  // The stubbed server never answers, so the submit stays in the queue.
  await page.route('**/api/v1/submit/', () => new Promise(() => undefined));
  await page.goto('/question/solve/git-q-cli?view=overview');
  await page.getByRole('button', { name: '提出する' }).click();
  await expect(page.getByText('仮採点')).toBeVisible();
}

test(
  'the note that waiting calls are not yet counted keeps its distance from the card’s edges',
  { tag: '@once' },
  async ({ page }) => {
    await signIn(page, 'student');
    await submitNothing(page);
    await page.goto('/mypage');

    const card = page.getByRole('region', { name: '全体の進捗' });
    for (const width of [360, 820, 1180]) {
      await page.setViewportSize({ width, height: 820 });
      await expectRoom(card.getByText(/送信待ちを除く/), card, 8);
    }
  },
);

test(
  'a chapter title of several lines keeps its distance from the row’s edges',
  { tag: '@once' },
  async ({ page, request }) => {
    await signIn(page, 'teacher', `/courses/${await makeCourse(request)}`);
    const title = page.getByRole('heading', { level: 3 }).getByText(/^新しく入った人/);
    for (const width of [360, 1180]) {
      await page.setViewportSize({ width, height: 820 });
      await expectRoom(title, page.getByRole('listitem').filter({ has: title }).last(), 9);
    }
  },
);

test(
  'the error message of 下書きに戻す (unpublish) keeps its distance from the button',
  { tag: '@once' },
  async ({ page, expectStatus }) => {
    await signIn(page, 'teacher', '/courses/git');
    expectStatus(404);
    const gone = { status: 404, contentType: 'application/problem+json', body: '{"title":"","status":404}' };
    await page.route('**/api/v1/courses/git', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill(gone) : route.continue(),
    );
    const button = page.getByRole('button', { name: '下書きに戻す' });
    await button.click();
    await page.getByRole('dialog').getByRole('button', { name: '下書きに戻す' }).click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    const words = await page.getByRole('alert').boundingBox();
    const pressed = await button.boundingBox();
    expect((words?.y ?? 0) - (pressed?.y ?? 0) - (pressed?.height ?? 0)).toBeGreaterThanOrEqual(8);
  },
);

test(
  'the note of a lesson without text keeps its distance from the title',
  { tag: '@once' },
  async ({ page, request }) => {
    await signIn(page, 'student', `/lessons/${await publishLesson(request, '# 題\n', '題')}`);
    const words = page.getByRole('article').getByText('本文はまだありません');
    await expect(words).toBeVisible();
    const title = await page.getByRole('heading', { level: 1 }).boundingBox();
    const box = await words.locator('..').boundingBox();
    expect((box?.y ?? 0) - (title?.y ?? 0) - (title?.height ?? 0)).toBeGreaterThanOrEqual(12);
  },
);
