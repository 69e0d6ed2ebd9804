/** Tests slow and stalled networks: download progress is shown, and a cached copy is served when the network stalls. */
import { expect, signIn } from '../support/app';
import { readThroughWorker, workerReady } from '../support/device';
import { LESSONS, expectLessonWithImages, studyAll, visit, networkTest as test } from '../support/study';

test.use({ ownData: true });

const [first, second] = LESSONS;

/**
 * Returns bodies that send `start` at once, and `rest` after `letGo()`: one for each request, because a text may be
 * asked for twice.
 */
function heldBody(start: string, rest: string) {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (letGo = resolve));
  async function* parts() {
    yield start;
    await held;
    yield rest;
  }
  return { body: parts, letGo };
}

test(
  'a slow download of a lesson’s text shows its progress, then the text',
  { tag: ['@once', '@long'] },
  async ({ page, network }) => {
    await signIn(page, 'student2');
    const { body, letGo } = heldBody(`# 本文\n\n${'あ'.repeat(5400)}\n\n`, '最後の行です。\n');
    network.follow(({ path }) =>
      path.endsWith(`/${second.id}.md`)
        ? { status: 200, headers: { 'Content-Type': 'text/markdown; charset=utf-8' }, body: body() }
        : 'pass',
    );

    await page.goto(`/lessons/${second.id}`);
    await expect(page.getByText('読み込んでいます… 16 kB').first()).toBeVisible();
    letGo();

    await expect(page.getByText('最後の行です。')).toBeVisible();
  },
);

test(
  'fault: a response of the server stalls after its first bytes → the cached copy is served after 3 s',
  { tag: ['@once', '@long'] },
  async ({ page, network }) => {
    await signIn(page, 'student2');
    await workerReady(page);
    await studyAll(page, [first]);
    const json = heldBody(`{"id":"${first.id}",`, '');
    const text = heldBody('# 半分', '');
    network.follow(({ path }) => {
      if (path === `/api/v1/lessons/${first.id}`)
        return { status: 200, headers: { 'Content-Type': 'application/json' }, body: json.body() };
      if (!path.endsWith(`/${first.id}.md`)) return 'pass';
      return { status: 200, headers: { 'Content-Type': 'text/markdown' }, body: text.body() };
    });

    const answered = await readThroughWorker(page, `/api/v1/lessons/${first.id}`);
    expect(answered.cachedAt).toBeTruthy();
    await visit(page, `/lessons/${first.id}`);

    await expectLessonWithImages(page, first.title);
    network.cut();
  },
);
