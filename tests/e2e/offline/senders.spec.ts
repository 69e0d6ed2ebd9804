/** Sending with the real service worker: with no page open, stopped in the middle, and beside pages that send too. */
import { expect, signIn } from '../support/app';
import { countEntries, holdWorker, ownerAt, workerReady } from '../support/device';
import type { ScriptedAnswer } from '../support/scripted-network';
import {
  answerSubmit,
  expectSync,
  lessonRead,
  LESSONS,
  networkTest as test,
  queueCalls,
  receivedBy,
  visit,
} from '../support/study';

test.describe.configure({ timeout: 90_000 });
// A server of its own: the same learners study in other files, too.
test.use({ ownData: true });

const [first, second] = LESSONS;
const ALL_READ = LESSONS.map(({ id }) => id).toSorted();

test(
  'fault: the network is back while no page is open → Background Sync has the worker send what waits, once',
  { tag: '@once' },
  async ({ app, context, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'yamada');
    await workerReady(page);
    network.cut();
    await queueCalls(page, 'yamada', [lessonRead(first.id), lessonRead(second.id), answerSubmit()]);
    await expectSync(page, /送信待ち 3件$/);
    await page.goto('about:blank');
    const worker = await holdWorker(context, page, network.origin);
    network.pass();
    const before = network.seen.length;

    await worker.fireSync();

    await expect
      .poll(() => receivedBy(app.origin, 'yamada'))
      .toEqual({ lessons: [first.id, second.id].toSorted(), submits: 1 });
    // Reads that the closed page had begun may still come by.
    const sent = network.seen.slice(before).filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
    await visit(page, '/');
    await expectSync(page, '同期済み');
    expect(await countEntries(page, ownerAt(network.origin, 'user-yamada'))).toEqual({
      queued: 0,
      refused: 0,
      sent: 3,
    });
  },
);

test(
  'fault: the worker is stopped in the middle of a replay → nothing is lost, and the next sender ends it',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'matsumoto');
    await workerReady(page);
    network.cut();
    await queueCalls(page, 'matsumoto', [...LESSONS.map(({ id }) => lessonRead(id)), answerSubmit()]);
    await expectSync(page, /送信待ち 4件$/);
    await page.goto('about:blank');
    const worker = await holdWorker(context, page, network.origin);
    const puts = () => network.count('PUT', /^\/api/);
    const before = puts();
    // The second call reaches the server, and its answer never comes back.
    network.follow(() => (puts() - before >= 2 ? new Promise<ScriptedAnswer>(() => undefined) : 'pass'));
    await worker.fireSync();
    await expect.poll(() => puts() - before).toBe(2);

    await worker.stop();
    network.pass();
    await visit(page, '/');

    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: ALL_READ, submits: 1 });
    expect(await countEntries(page, ownerAt(network.origin, 'user-matsumoto'))).toEqual({
      queued: 0,
      refused: 0,
      sent: 4,
    });
  },
);

test(
  'fault: two tabs and the worker replay at the same moment → no call is sent twice',
  { tag: '@once' },
  async ({ app, context, page, network, expectNoNetwork }) => {
    expectNoNetwork();
    await signIn(page, 'kimura');
    await workerReady(page);
    const tab = await context.newPage();
    await visit(tab, '/courses');
    network.cut();
    const submits = Array.from({ length: 12 }, () => answerSubmit());
    await queueCalls(page, 'kimura', [...LESSONS.map(({ id }) => lessonRead(id)), ...submits]);
    await expectSync(page, /送信待ち 15件$/);
    await expectSync(tab, /送信待ち 15件$/);
    const worker = await holdWorker(context, page, network.origin);
    // Attempts that nobody answers come before.
    const before = network.seen.length;
    network.pass();

    const online = () => window.dispatchEvent(new Event('online'));
    await Promise.all([page.evaluate(online), tab.evaluate(online), worker.fireSync()]);

    await expectSync(page, '同期済み');
    await expectSync(tab, '同期済み');
    const sent = network.seen.slice(before).filter(({ method }) => method !== 'GET');
    expect(sent.filter(({ method }) => method === 'PUT').map(({ path }) => path)).toEqual(
      LESSONS.map(({ id }) => `/api/v1/progress/lesson/${id}`),
    );
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(submits.length);
    expect(await receivedBy(app.origin, 'kimura')).toEqual({ lessons: ALL_READ, submits: submits.length });
  },
);
