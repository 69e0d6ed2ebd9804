/** What happens to saved courses and receipts when browser, server or clock are not what they were. */
import { heldPaths } from '@tests/e2e/support/device';
import type { Script } from '@tests/e2e/support/scripted-network';
import { COURSE, expectQueue, LESSONS, receivedBy } from '@tests/e2e/support/study';

import {
  ACTIONS,
  CARD,
  holdsQuestions,
  lessonDrawn,
  markRead,
  saysSync,
  signIn,
  study,
  submitSet,
  visit,
  workerReady,
} from './steps';
import { button, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first, second] = LESSONS;
const YEAR_MS = 365 * 86_400_000;

trip(
  'fault: the browser is killed while a course is being saved → the next start saves the rest, and the whole course opens without a server',
  async ({ device, network }) => {
    const online = await device.open();
    await signIn(online, 'yamamoto');
    await workerReady(online);
    await visit(online, `/courses/${COURSE.id}`, COURSE.title);
    await online.sees(text(/^約/, CARD));
    // The first 40 requests pass, the others hang.
    let passed = 0;
    const holdBack: Script = ({ path }) => {
      const isPart = /^\/(api\/v1\/(lessons|question-set|content)|files)\//.test(path);
      if (!isPart || (passed += 1) <= 40) return 'pass';
      return new Promise(() => undefined);
    };
    network.follow(holdBack);
    await online.click(button('この端末に保存', CARD));
    await expect.poll(async () => (await heldPaths(online)).length).toBeGreaterThanOrEqual(35);
    const held = new Set(await heldPaths(online));
    await device.kill();

    network.pass();
    const asked = network.seen.length;
    const tab = await device.open();
    await visit(tab, `/courses/${COURSE.id}`, COURSE.title);
    await tab.sees(text('保存済み', CARD), 60_000);
    const again = network.seen.slice(asked).map(({ path }) => path);
    expect(again.filter((path) => path.startsWith('/files/') && path.endsWith('.md') && held.has(path))).toEqual([]);
    network.cut();
    await tab.click(button('出発前チェック', CARD));
    const { text: ready } = await tab.sees(text(/^\d+\/\d+ 機内モードで開けます$/, CARD));
    const [, opens, all] = /^(\d+)\/(\d+)/.exec(ready) ?? [];
    expect([Number(opens), Number(all) > 20]).toEqual([Number(all), true]);
    for (const { id, title } of LESSONS) {
      await visit(tab, `/lessons/${id}`, title);
      await lessonDrawn(tab);
    }
  },
);

trip(
  'fault: the server is restored from a backup → the device sends the lost work again, once, and says so',
  async ({ app, device }) => {
    const before = await device.open();
    await signIn(before, 'kobayashi');
    await study(before, first);
    const restore = await app.backUp();
    await visit(before, `/lessons/${first.id}`, first.title);
    await before.click(button('読了にする', ACTIONS));
    await before.sees(text('読了', ACTIONS));
    await submitSet(before);
    await before.sees(text('送信済み'));
    await saysSync(before, '同期済み');
    await expect.poll(() => receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [first.id], submits: 1 });
    await device.kill();

    await restore();
    await expect.poll(() => receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [], submits: 0 });
    const tab = await device.open();
    // Receipts younger than a minute are not compared, and a start compares them at most once a minute.
    const says = text(/^サーバーの記録が.*に戻っていたため、2件を送り直しました/);
    await expect(async () => {
      await visit(tab, '/');
      await tab.sees(says, 10_000);
    }).toPass({ timeout: 180_000 });
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [first.id], submits: 1 });
    await expectQueue(tab, 'kobayashi', { sent: 2 });
  },
);

const jumps = { yamada: YEAR_MS, matsumoto: -YEAR_MS };

for (const [user, ms] of Object.entries(jumps)) {
  trip(
    `fault: the server’s clock jumps a year ${ms > 0 ? 'ahead' : 'back'}, and right again, around unsent work → each call arrives once`,
    async ({ app, device, network }) => {
      const shifted: Script = () => ({
        changeHeaders: (headers) => ({ ...headers, date: new Date(Date.now() + ms).toUTCString() }),
      });
      const tab = await device.open();
      await signIn(tab, user);
      await study(tab, first);
      await study(tab, second);
      await holdsQuestions(tab);
      network.cut();
      await markRead(tab, first);
      network.follow(shifted);
      await saysSync(tab, '同期済み');
      network.cut();
      await submitSet(tab);
      await saysSync(tab, /送信待ち 1件$/);
      await device.kill();

      network.pass();
      const next = await device.open();
      await visit(next, `/lessons/${second.id}`, second.title);
      await lessonDrawn(next);
      await saysSync(next, '同期済み');
      await next.click(button('読了にする', ACTIONS));
      await next.sees(text('読了', ACTIONS));
      const lessons = [first.id, second.id].toSorted();
      await expect.poll(() => receivedBy(app.origin, user)).toEqual({ lessons, submits: 1 });
      await saysSync(next, '同期済み');
    },
  );
}
