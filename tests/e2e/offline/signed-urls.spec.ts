/** Tests signed content URLs that expire: cached copies survive the expiry, and only a withdrawn draft is deleted. */
import { expect, signIn } from '../support/app';
import { deleteCached, heldPaths, readThroughWorker, studyCopies } from '../support/device';
import type { ScriptedAnswer, ScriptedNetwork, SeenRequest } from '../support/scripted-network';
import { LESSONS, expectLessonWithImages, expectSync, studyAll, visit, networkTest as test } from '../support/study';

test.use({ ownData: true });

const [first] = LESSONS;

const isContentUrl = ({ path }: SeenRequest) => /^\/api\/v1\/content\/[\w-]+$/.test(path);

/** Answers with the server's content URL, moved to the scripted network and with an additional signature. */
async function answerContentUrl(
  { path, headers: { authorization = '' } }: SeenRequest,
  server: string,
  network: string,
  signature: string,
): Promise<ScriptedAnswer> {
  const answer = await fetch(server + path, { headers: { authorization } });
  const url = new URL((await answer.json()) as string, network);
  const body = JSON.stringify(`${url.href}&${signature}`);
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body };
}

test(
  'fault: every response of the server signs the content URL differently → cached copies are stored without a signature, and found offline',
  { tag: ['@once', '@long'] },
  async ({ app, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    let signatures = 0;
    network.follow((request) => {
      if (!isContentUrl(request)) return 'pass';
      signatures += 1;
      const query = `X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=60&X-Amz-Signature=secret${signatures}`;
      return answerContentUrl(request, app.origin, network.origin, query);
    });
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    await visit(page, `/lessons/${first.id}`);
    const copies = await studyCopies(page);
    expect(signatures).toBeGreaterThan(1);
    expect(copies.filter(({ url, text }) => /X-Amz|secret/.test(url + text))).toEqual([]);
    expect(copies.filter(({ url }) => url.includes(`/${first.id}.md`))).toHaveLength(1);

    network.cut();
    await visit(page, `/lessons/${first.id}`);
    await expectLessonWithImages(page, first.title);
  },
);

/**
 * Scripts a file host that requires a signature, and an API that answers 503 for content URLs unless `isSigning` is
 * true, as the server does while it does not know who may see a picture.
 */
function signFiles(server: string, network: ScriptedNetwork, isSigning: (request: SeenRequest) => boolean): void {
  network.follow((request) => {
    const { path, search } = request;
    if (path.startsWith('/files/') && !search.includes('X-Amz-Signature=good')) return { status: 403, body: 'expired' };
    if (!isContentUrl(request)) return 'pass';
    return isSigning(request)
      ? answerContentUrl(request, server, network.origin, 'X-Amz-Signature=good')
      : { status: 503, headers: { 'Content-Type': 'application/problem+json', 'Retry-After': '10' }, body: '{}' };
  });
}

test(
  'fault: the server answers 503 for the URLs of cached files → the lesson shows text and pictures, no copy is deleted, and the app is not offline',
  { tag: ['@once', '@long'] },
  async ({ app, page, network, expectStatus }) => {
    expectStatus(403, 503);
    signFiles(app.origin, network, () => true);
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    const before = (await heldPaths(page)).toSorted();

    signFiles(app.origin, network, () => false);
    await visit(page, `/lessons/${first.id}`);

    await expectLessonWithImages(page, first.title);
    await expectSync(page, '同期済み');
    // The cache may gain copies, because the lesson's question sets may be cached meanwhile.
    expect(await heldPaths(page)).toEqual(expect.arrayContaining(before));
  },
);

test(
  'fault: the signature of a cached URL has expired and the file is not on the device → a new URL is requested, bypassing the cached copy',
  { tag: ['@once', '@long'] },
  async ({ app, page, network, expectStatus }) => {
    expectStatus(403, 503);
    signFiles(app.origin, network, () => true);
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    expect(await deleteCached(page, 'study-', /\/files\//)).toBeGreaterThan(0);

    // Only requests that bypass the cache carry `no-cache`; the service worker's own revalidation does not.
    signFiles(app.origin, network, ({ headers }) => headers['cache-control'] === 'no-cache');
    await visit(page, `/lessons/${first.id}`);

    await expectLessonWithImages(page, first.title);
  },
);

test(
  'a lesson that the API no longer serves is deleted from the device, with its text and its content URL',
  { tag: '@once' },
  async ({ page, network, expectStatus }) => {
    expectStatus(404);
    await signIn(page, 'student2');
    await studyAll(page, [first]);
    network.follow(({ path }) =>
      path === `/api/v1/lessons/${first.id}` || path === `/api/v1/content/${first.id}-md`
        ? { status: 404, headers: { 'Content-Type': 'application/problem+json' }, body: '{"title":"ない"}' }
        : 'pass',
    );

    for (const path of [`lessons/${first.id}`, `content/${first.id}-md`]) {
      expect((await readThroughWorker(page, `/api/v1/${path}`)).status).toBe(404);
    }

    const withdrawn = (path: string) => path.endsWith(`/${first.id}`) || /-md$|\.md$/.test(path);
    await expect.poll(async () => (await heldPaths(page)).filter(withdrawn)).toEqual([]);
  },
);
