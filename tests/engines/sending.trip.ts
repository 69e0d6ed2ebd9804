/** Sending the queue when session, server or network fail meanwhile: nothing is lost, and each call arrives once. */
import { heldPaths, storedAccessToken } from '@tests/e2e/support/device';
import { PORTAL_PAGE, type ScriptedAnswer, TOKEN_REFUSED } from '@tests/e2e/support/scripted-network';
import {
  answerSubmit,
  expectQueue,
  lessonRead,
  LESSONS,
  queueCalls,
  receivedBy,
  type Received,
} from '@tests/e2e/support/study';

import {
  holdsQuestions,
  lessonDrawn,
  markRead,
  saysSync,
  screenReady,
  seesLogin,
  signIn,
  signInHere,
  study,
  submitSet,
  visit,
  WAITS,
} from './steps';
import { text, type Tab } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first] = LESSONS;
const isWrite = ({ method, path }: { method: string; path: string }) =>
  method !== 'GET' && /^\/api\/v1\/(progress|submit)/.test(path);
/** The server's data after {@link workOffline}. */
const BOTH: Received = { lessons: [first.id], submits: 1 };

/** Reads a lesson and submits a question set without a network. */
async function workOffline(tab: Tab): Promise<void> {
  await markRead(tab, first);
  await submitSet(tab);
  await saysSync(tab, /送信待ち 2件$/);
}

trip(
  'fault: the access token is refused in the middle of a replay → it is refreshed once, and each call arrives once',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'yamamoto');
    const old = `Bearer ${await storedAccessToken(tab)}`;
    network.cut();
    await queueCalls(tab, 'yamamoto', [...LESSONS.map(({ id }) => lessonRead(id)), answerSubmit(), answerSubmit()]);
    await saysSync(tab, /送信待ち 5件$/);
    const refreshes = network.count('POST', '/api/v1/token');
    let taken = 0;
    network.follow((request) => {
      if (!isWrite(request) || request.headers.authorization !== old) return 'pass';
      taken += 1;
      return taken > 2 ? TOKEN_REFUSED : 'pass';
    });

    await saysSync(tab, '同期済み');

    expect(taken).toBeGreaterThan(2);
    expect(network.count('POST', '/api/v1/token') - refreshes).toBe(1);
    expect(await receivedBy(app.origin, 'yamamoto')).toEqual({
      lessons: LESSONS.map(({ id }) => id).toSorted(),
      submits: 2,
    });
    await expectQueue(tab, 'yamamoto', { sent: 5 });
  },
);

trip(
  'fault: access and refresh token are both refused, and the browser is killed → after the next sign-in each call arrives once',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'kobayashi');
    await study(online, first);
    await holdsQuestions(online);
    network.cut();
    await workOffline(online);
    network.follow(({ method, path }) => (method === 'GET' && path.startsWith('/api/') ? 'cut' : TOKEN_REFUSED));
    await saysSync(online, /^同期の状態：再ログインが必要/);
    await visit(online, `/lessons/${first.id}`, first.title);
    await online.sees(WAITS);
    await expectQueue(online, 'kobayashi', { queued: 2 });
    await device.kill();

    network.follow(({ path }) => (path.startsWith('/api/') ? TOKEN_REFUSED : 'pass'));
    const tab = await device.open();
    await tab.goto('/');
    await seesLogin(tab);
    await tab.sees(text(/^この端末に送信待ちの学習が2件あります。/));
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [], submits: 0 });
    network.pass();
    await signInHere(tab, 'kobayashi');
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual(BOTH);
  },
);

trip(
  'fault: the server answers 429, then 503, both with Retry-After → nothing is sent before that time, and each call arrives once',
  async ({ app, device, network }) => {
    const busy = (status: number, seconds: number): ScriptedAnswer => ({
      status,
      headers: { 'Retry-After': String(seconds), 'Content-Type': 'application/problem+json' },
      body: JSON.stringify({ title: 'Busy', status }),
    });
    const answers: [answer: ScriptedAnswer, seconds: number][] = [
      [busy(429, 4), 4],
      [busy(503, 6), 6],
    ];
    const tab = await device.open();
    await signIn(tab, 'yamada');
    network.cut();
    await queueCalls(tab, 'yamada', [lessonRead(first.id), answerSubmit()]);
    await saysSync(tab, /送信待ち 2件$/);
    /** The times of the writes, and how long after the one before each was allowed, ms. */
    const writes: { at: number; wait: number }[] = [];
    let wait = 0;
    network.follow((request) => {
      if (!isWrite(request)) return 'pass';
      writes.push({ at: performance.now(), wait });
      const [answer, seconds] = answers[writes.length - 1] ?? ['pass', 0];
      wait = seconds * 1000;
      return answer;
    });

    await saysSync(tab, '同期済み');

    expect(writes).toHaveLength(4);
    // A `Date` header names whole seconds.
    const early = writes.slice(1).filter(({ at, wait }, index) => at - (writes[index]?.at ?? 0) < wait - 1000);
    expect(early).toEqual([]);
    expect(await receivedBy(app.origin, 'yamada')).toEqual(BOTH);
  },
);

trip(
  'fault: a portal’s page comes in place of everything → lessons still open, nothing of the page is kept, and each call arrives once',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'matsumoto');
    await study(tab, first);
    await holdsQuestions(tab);
    network.follow(() => PORTAL_PAGE);
    await workOffline(tab);
    await saysSync(tab, '接続の確認が必要 ・ 送信待ち 2件');
    const before = (await heldPaths(tab)).toSorted();
    await visit(tab, `/lessons/${first.id}`, first.title);
    await lessonDrawn(tab);
    await device.kill();

    const next = await device.open();
    await visit(next, `/lessons/${first.id}`, first.title);
    await lessonDrawn(next);
    expect((await heldPaths(next)).toSorted()).toEqual(before);
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: [], submits: 0 });
    network.pass();
    await saysSync(next, '同期済み');
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual(BOTH);
  },
);

const lostAnswers = { kimura: 'lose', sasaki: 'half' } as const;

for (const [user, fault] of Object.entries(lostAnswers)) {
  const name = fault === 'lose' ? 'requests arrive, and their answers are lost' : 'half of each answer arrives';
  trip(
    `fault: ${name} → the calls wait, lessons still open, and each call counts once`,
    async ({ app, device, network }) => {
      const tab = await device.open();
      await signIn(tab, user);
      await study(tab, first);
      await holdsQuestions(tab);
      network.cut();
      await workOffline(tab);
      const writes = () => network.count('PUT', /^\/api/) + network.count('POST', /^\/api/);
      const before = writes();
      network.follow(({ path }) => (/^\/(api|files)\//.test(path) ? fault : 'pass'));
      await expect.poll(() => writes() - before).toBeGreaterThan(2);
      await visit(tab, `/lessons/${first.id}`, first.title);
      await lessonDrawn(tab);
      await saysSync(tab, /送信待ち [12]件$/);

      network.pass();
      await saysSync(tab, '同期済み');
      await screenReady(tab, first.title);
      expect(await receivedBy(app.origin, user)).toEqual(BOTH);
      await expectQueue(tab, user, { sent: 2 });
    },
  );
}
