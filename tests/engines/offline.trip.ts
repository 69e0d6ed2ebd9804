/** Studying without a network: saved course, cold start, reading and submitting, replay, kills, and two tabs. */
import { COURSE, expectQueue, LESSONS, QUESTION_SET, receivedBy } from '@tests/e2e/support/study';

import {
  ACTIONS,
  CARD,
  holdsQuestions,
  lessonDrawn,
  markRead,
  saveCourse,
  saysSync,
  signIn,
  SOLVE,
  study,
  submitSet,
  visit,
  WAITS,
  workerReady,
} from './steps';
import { button, link, role, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first, second] = LESSONS;

trip(
  'a course is saved, passes 出発前チェック, and opens after a cold start without a server',
  async ({ device, network }) => {
    const online = await device.open();
    await signIn(online, 'yamamoto');
    await workerReady(online);
    await visit(online, `/courses/${COURSE.id}`, COURSE.title);
    await saveCourse(online);
    await device.close();

    network.cut();
    const tab = await device.open();
    await visit(tab, `/courses/${COURSE.id}`, COURSE.title);
    await tab.click(button('出発前チェック', CARD));
    const { text: ready } = await tab.sees(text(/^\d+\/\d+ 機内モードで開けます$/, CARD));
    const [, opens, all] = /^(\d+)\/(\d+)/.exec(ready) ?? [];
    expect([Number(opens), Number(all) > 20]).toEqual([Number(all), true]);
    for (const { id, title } of LESSONS) {
      await visit(tab, `/lessons/${id}`, title);
      await lessonDrawn(tab);
    }
    await visit(tab, '/');
  },
);

trip(
  'a lesson is read and a set is submitted after a cold start without a server, and both arrive once',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'kobayashi');
    await study(online, first);
    await holdsQuestions(online);
    await device.close();

    network.cut();
    const tab = await device.open();
    await markRead(tab, first);
    await submitSet(tab);
    await tab.sees(text('仮採点'));
    await saysSync(tab, /送信待ち 2件$/);
    await tab.click(link('解答と解説を見る'));
    await tab.sees(role('navigation', '問題の一覧'));
    await expectQueue(tab, 'kobayashi', { queued: 2 });

    network.pass();
    await saysSync(tab, '同期済み');
    await expect.poll(() => receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [first.id], submits: 1 });
    await tab.seesNo(text('仮採点'));
    await expectQueue(tab, 'kobayashi', { sent: 2 });
  },
);

trip(
  'fault: the browser is killed right after 読了 is shown as saved → the mark is kept, and arrives once',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'yamada');
    await study(online, first);
    network.cut();
    await online.click(button('読了にする', ACTIONS));
    await online.sees(WAITS);
    await device.kill();

    const tab = await device.open();
    await visit(tab, `/lessons/${first.id}`, first.title);
    await tab.sees(WAITS);
    await saysSync(tab, /送信待ち 1件$/);
    network.pass();
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'yamada')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

trip(
  'fault: the browser is killed right after an answer is shown as saved → the answer is kept',
  async ({ device }) => {
    const first = await device.open();
    await signIn(first, 'matsumoto');
    await visit(first, SOLVE);
    await first.click(role('radio', /社員番号/));
    await first.sees(text('解答はこの端末に保存されています'));
    await device.kill();

    const tab = await device.open();
    await visit(tab, SOLVE);
    await tab.click(button('前へ'));
    await expect.poll(async () => (await tab.sees(role('radio', /社員番号/))).checked).toBe(true);
  },
);

trip(
  'fault: the browser is killed right after a submit without a server → the submit is kept, and arrives once',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'sasaki');
    await study(online, first);
    await holdsQuestions(online);
    network.cut();
    await submitSet(online);
    await online.sees(text('仮採点'));
    await device.kill();

    const tab = await device.open();
    await visit(tab, `/question/review/${QUESTION_SET.id}`);
    await tab.sees(text('仮採点'));
    await saysSync(tab, /送信待ち 1件$/);
    network.pass();
    await expect.poll(() => receivedBy(app.origin, 'sasaki')).toEqual({ lessons: [], submits: 1 });
    await saysSync(tab, '同期済み');
  },
);

trip(
  'fault: two tabs mark lessons as read without a server, and send at the same moment → each mark arrives once',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'kimura');
    await study(tab, first);
    await study(tab, second);
    const other = await device.newTab();
    await visit(other, `/lessons/${first.id}`, first.title);
    network.cut();
    await markRead(other, first);
    await markRead(tab, second);
    await saysSync(tab, /送信待ち 2件$/);
    await saysSync(other, /送信待ち 2件$/);

    const before = network.count('PUT', /^\/api/);
    network.pass();
    const online = () => void window.dispatchEvent(new Event('online'));
    await Promise.all([tab.evaluate(online), other.evaluate(online)]);
    await saysSync(tab, '同期済み');
    await saysSync(other, '同期済み');
    expect(network.count('PUT', /^\/api/) - before).toBe(2);
    const lessons = [first.id, second.id].toSorted();
    expect(await receivedBy(app.origin, 'kimura')).toEqual({ lessons, submits: 0 });
  },
);

trip('fault: two tabs answer one question set → each shows the other’s answers', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'kato');
  await visit(tab, SOLVE);
  const other = await device.newTab();
  await visit(other, SOLVE);
  await tab.click(role('radio', /社員番号/));
  await expect.poll(async () => (await other.sees(role('radio', /社員番号/))).checked).toBe(true);
  await visit(other, `${SOLVE}?q=4`);
  await other.click(role('radio', '200 300'));
  await other.sees(text('解答はこの端末に保存されています'));
  await visit(tab, `${SOLVE}?view=overview`);
  await tab.sees(text(/^2 \/ 6 問に解答/));
});
