/**
 * Tests pictures on the hosts listed in IMAGE_HOSTS (docs/decisions/0029), requested from real servers on other ports.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { APIRequestContext, Page } from '@playwright/test';
import { QUICK_START } from '@tests/support/template-database';

import { expect, signIn } from '../support/app';
import { buildVersion } from '../support/app-host';
import { studyCopies, workerReady } from '../support/device';
import { authorize } from '../support/sign-in';
import { test as base, visit } from '../support/study';
import { startTestApp } from '../support/test-app';

/** A fake host that answers every path with the same picture. */
interface PictureHost {
  origin: string;
  /** The URL of its picture. */
  picture: string;
  /** The number of requests that the host has received. */
  asked: () => number;
  /** Makes the host stop answering requests, or answer again. */
  setDown: (isDown: boolean) => void;
  dispose: () => Promise<void>;
}

const drawing = '<svg xmlns="http://www.w3.org/2000/svg" width="160" height="90"><rect width="160" height="90"/></svg>';

async function startPictureHost(headers: Record<string, string>): Promise<PictureHost> {
  let count = 0;
  let isDown = false;
  const server = createServer((_request, response) => {
    count += 1;
    if (isDown) response.destroy();
    else response.writeHead(200, { 'Content-Type': 'image/svg+xml', ...headers }).end(drawing);
  });
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const origin = `http://localhost:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    picture: `${origin}/figure.svg`,
    asked: () => count,
    setDown: (next) => (isDown = next),
    dispose: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface HostFixtures {
  /** `open` sends CORS headers, `closed` does not; `stranger` is not listed in IMAGE_HOSTS. */
  hosts: Record<'open' | 'closed' | 'stranger', PictureHost>;
}

const test = base.extend<HostFixtures>({
  hosts: async ({ appEnv: _unread }, provide) => {
    const open = await startPictureHost({ 'Access-Control-Allow-Origin': '*' });
    const [closed, stranger] = [await startPictureHost({}), await startPictureHost({})];
    await provide({ open, closed, stranger });
    for (const host of [open, closed, stranger]) await host.dispose();
  },
  app: async ({ hosts }, provide) => {
    const env = { IMAGE_HOSTS: `${hosts.open.origin},${hosts.closed.origin}` };
    const build = await buildVersion('picture-hosts', env);
    const app = await startTestApp({ ...env, APP_DIR: build.folder }, [QUICK_START]);
    await provide(app);
    await app.dispose();
    await build.dispose();
  },
});

/** Publishes, as the demo teacher, a course with one lesson of this text. */
async function publishCourse(request: APIRequestContext, origin: string, markdown: string) {
  const { session } = await authorize(origin, 'teacher');
  const headers = { Authorization: `Bearer ${session.accessToken}` };
  const fileName = `pictures-${crypto.randomUUID()}.md`;
  const content = await request.put(`/api/v1/content/pub-container/${fileName}`, {
    headers,
    multipart: { file: { name: fileName, mimeType: 'text/markdown', buffer: Buffer.from(markdown) } },
  });
  const { id: contentId } = (await content.json()) as { id: string };
  async function make(resource: string, data: object): Promise<string> {
    const answer = await request.post(`/api/v1/${resource}/`, { headers, data });
    expect(answer.status(), await answer.text()).toBe(201);
    return ((await answer.json()) as { id: string }).id;
  }
  const courseId = await make('courses', { title: 'ほかのホストの図', status: 'published' });
  const sectionId = await make('sections', { courseId, title: '図のある節' });
  const chapterId = await make('chapters', { sectionId, title: '図のある章' });
  const lessonId = await make('lessons', { chapterId, title: '図を見る', contentId });
  return { courseId, lessonId };
}

/** Asserts that a picture of the lesson is drawn. */
async function expectDrawn(page: Page, name: string): Promise<void> {
  const picture = page.getByRole('button', { name: `画像を拡大：${name}` }).locator('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
}

test(
  'pictures of listed hosts are shown, those with CORS are saved with a course, and pictures of other hosts become links',
  { tag: ['@once', '@long'] },
  async ({ app, hosts: { open, closed, stranger }, page, request, problems }) => {
    problems.expectNoCors(closed.origin);
    problems.expectNoNetwork();
    for (const host of [open, closed]) host.setDown(false);
    const markdown = `![開いた図](${open.picture})\n\n![閉じた図](${closed.picture})\n\n![よその図](${stranger.picture})`;
    const { courseId, lessonId } = await publishCourse(request, app.origin, markdown);
    const heldPictures = async () =>
      (await studyCopies(page)).map(({ url }) => url).filter((url) => url.endsWith('.svg'));
    await signIn(page, 'student');
    await workerReady(page);
    await visit(page, `/lessons/${lessonId}`);
    await expectDrawn(page, '開いた図');
    await expectDrawn(page, '閉じた図');
    await expect.poll(heldPictures).toEqual([open.picture]);

    await visit(page, `/courses/${courseId}`);
    await page.getByRole('button', { name: 'この端末に保存' }).click();
    await expect(page.getByText('画像（図を見る）：置き場所の設定で保存できません')).toBeVisible();
    await page.getByRole('button', { name: '出発前チェック' }).click();
    await expect(page.getByText('ほかのサイトの画像1点は、つながっているときだけ開けます。')).toBeVisible();
    expect(await heldPictures()).toEqual([open.picture]);

    await app.kill();
    for (const host of [open, closed]) host.setDown(true);
    await visit(page, `/lessons/${lessonId}`);
    await expectDrawn(page, '開いた図');
    await expect(page.getByRole('img', { name: '閉じた図' })).toHaveText('画像を表示できません：閉じた図');
    await expect(page.getByRole('link', { name: 'よその図' })).toHaveAttribute('href', stranger.picture);
    expect(stranger.asked(), 'requests to a host that is not listed').toBe(0);
  },
);
