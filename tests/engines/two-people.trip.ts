/** Two learners, one after the other, on one device. */
import { dumpDevice, storedAccessToken } from '@tests/e2e/support/device';
import { answerSubmit, COURSE, LESSONS, NOT_HELD, queueCalls, receivedBy } from '@tests/e2e/support/study';

import { ACTIONS, askToLogOut, markRead, saysSync, seesLogin, signIn, signInHere, study, visit } from './steps';
import { button, role, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first, second] = LESSONS;

trip(
  'fault: a learner signs out with unsent work, and another one studies on the device → the work is sent only after the first one’s return',
  async ({ app, device, network }) => {
    const offline = await device.open();
    await signIn(offline, 'yamada');
    await study(offline, first);
    network.cut();
    await markRead(offline, first);
    await queueCalls(offline, 'yamada', [answerSubmit()]);
    await saysSync(offline, /送信待ち 2件$/);
    await askToLogOut(offline);
    await offline.click(button('端末に残してログアウト'));
    await seesLogin(offline);
    await offline.sees(text(/^この端末に送信待ちの学習が2件あります。/));
    await device.kill();

    network.pass();
    const tab = await device.open();
    await signIn(tab, 'matsumoto');
    await saysSync(tab, '同期済み');
    await visit(tab, `/lessons/${first.id}`, first.title);
    await tab.click(button('読了にする', ACTIONS));
    await tab.sees(text('読了', ACTIONS));
    await expect.poll(() => receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: [first.id], submits: 0 });
    await tab.seesNo(text(/山田/));
    expect(await receivedBy(app.origin, 'yamada')).toEqual({ lessons: [], submits: 0 });

    await askToLogOut(tab);
    await seesLogin(tab);
    await signInHere(tab, 'yamada');
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'yamada')).toEqual({ lessons: [first.id], submits: 1 });
    expect(await receivedBy(app.origin, 'matsumoto')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

trip(
  'fault: a learner signs out in one tab, and another one signs in → the other tab shows, records and sends nothing of the first one',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'hashimoto');
    await study(tab, second);
    const token = await storedAccessToken(tab);
    const other = await device.newTab();
    await visit(other, `/courses/${COURSE.id}`, COURSE.title);
    await askToLogOut(tab);
    await seesLogin(tab);
    await seesLogin(other);
    await other.seesNo(text(/橋本/));
    const before = network.seen.length;
    await signInHere(tab, 'kimura');
    await visit(other, '/');
    await other.seesNo(text(/橋本/));
    expect(network.seen.slice(before).filter(({ headers }) => headers.authorization?.includes(token))).toEqual([]);

    network.cut();
    await other.goto(`/lessons/${second.id}`);
    await other.sees(role('heading', NOT_HELD));
    await other.seesNo(text(second.title));
    expect(await receivedBy(app.origin, 'kimura')).toEqual({ lessons: [], submits: 0 });
  },
);

trip(
  'fault: the browser is killed in the middle of a sign-out → the next start completes it, and nothing of the learner is left',
  async ({ device }) => {
    const tab = await device.open();
    await signIn(tab, 'kato');
    await study(tab, first);
    const token = await storedAccessToken(tab);
    // The sign-out stops after its first transaction: deleting the copies never ends.
    await tab.evaluate(() => {
      caches.delete = () => new Promise(() => undefined);
    });
    await askToLogOut(tab);
    await expect
      .poll(async () => (await dumpDevice(tab)).some((line) => line.startsWith('idb queue/queue ["wipe"')))
      .toBe(true);
    await device.kill();

    const next = await device.open();
    await next.goto('/login');
    await seesLogin(next);
    const words = ['加藤', token, COURSE.title, first.title, first.id, 'refresh_token'];
    const left = async () => (await dumpDevice(next)).filter((line) => words.some((word) => line.includes(word)));
    await expect.poll(left).toEqual([]);
    await signInHere(next, 'sasaki');
    await next.seesNo(text(/加藤/));
  },
);
