/**
 * Tests that the service worker sends queued calls: with no page open, when stopped in the middle, and at the same time
 * as two tabs.
 */
import { expect, signIn } from '../support/app';
import { holdWorker, workerReady } from '../support/device';
import type { ScriptedAnswer } from '../support/scripted-network';
import {
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonRead,
  queueCalls,
  receivedBy,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const [first, second] = LESSONS;
const ALL_READ = LESSONS.map(({ id }) => id).toSorted();

test(
  'fault: the network returns while no page is open → the service worker sends the queued calls once, on Background Sync',
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
    // Reads are left out, because those of the closed page may still arrive.
    const sent = network.seen.slice(before).filter(({ method }) => method !== 'GET');
    expect(sent.map(({ method }) => method)).toEqual(['PUT', 'PUT', 'POST']);
    await visit(page, '/');
    await expectSync(page, '同期済み');
    await expectQueue(page, 'yamada', { sent: 3 });
  },
);

test(
  'fault: the service worker is stopped in the middle of a replay → nothing is lost, and the next sender completes the replay',
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
    // The second queued call never gets a response from the network.
    network.follow(() => (puts() - before >= 2 ? new Promise<ScriptedAnswer>(() => undefined) : 'pass'));
    await worker.fireSync();
    await expect.poll(() => puts() - before).toBe(2);

    await worker.stop();
    network.pass();
    await visit(page, '/');

    await expectSync(page, '同期済み');
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: ALL_READ, submits: 1 });
    await expectQueue(page, 'matsumoto', { sent: 4 });
  },
);

test(
  'fault: two tabs and the service worker replay the queue at the same moment → no call is sent twice',
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
    // Only requests from here on count, not the attempts that failed before.
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
