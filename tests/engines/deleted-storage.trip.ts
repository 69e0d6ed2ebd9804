/** Parts of the device's storage are deleted, as a browser does when space is short: worker, copies, databases. */
import { missingFiles } from '@tests/e2e/support/device';
import type { Script } from '@tests/e2e/support/scripted-network';
import { COURSE, expectQueue, LESSONS, receivedBy } from '@tests/e2e/support/study';

import {
  ACTIONS,
  CARD,
  lessonDrawn,
  markRead,
  saveCourse,
  saysSync,
  seesLogin,
  signIn,
  study,
  visit,
  WAITS,
  workerReady,
} from './steps';
import { button, role, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first] = LESSONS;
/** A server that only reads. */
const takesNothing: Script = ({ method }) => (method === 'PUT' ? { status: 503 } : 'pass');

trip(
  'fault: the service worker is deleted while a call waits → another one is registered, no update is announced, and the app opens without a server',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'abe');
    await study(online, first);
    network.follow(takesNothing);
    await markRead(online, first);
    await online.evaluate(async () => {
      for (const each of await navigator.serviceWorker.getRegistrations()) await each.unregister();
    });
    await visit(online, '/');
    await workerReady(online);
    await online.seesNo(text('新しい版があります'));
    await device.kill();

    network.cut();
    const tab = await device.open();
    await visit(tab, `/lessons/${first.id}`, first.title);
    await lessonDrawn(tab);
    await tab.sees(WAITS);
    await saysSync(tab, /送信待ち 1件$/);
    network.pass();
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'abe')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

trip(
  'fault: all copies are deleted while a call waits → the saved course is offered again, is saved again, and opens without a server',
  async ({ app, device, network }) => {
    const online = await device.open();
    await signIn(online, 'ishikawa');
    await workerReady(online);
    await visit(online, `/courses/${COURSE.id}`, COURSE.title);
    await saveCourse(online);
    network.follow(takesNothing);
    await markRead(online, first);
    await online.evaluate(async () => {
      for (const name of await caches.keys()) await caches.delete(name);
    });

    await visit(online, '/');
    const offer = { within: role('region', 'この端末に保存していたコースが1件あります') };
    await online.sees(text(/ブラウザの都合で/, offer));
    await expect.poll(() => missingFiles(online), { timeout: 60_000 }).toEqual([]);
    await online.click(button('もう一度保存', offer));
    await online.sees(text('1件の保存を始めました'));
    await visit(online, `/courses/${COURSE.id}`, COURSE.title);
    await online.sees(text('保存済み', CARD), 60_000);
    await device.kill();

    network.cut();
    const tab = await device.open();
    for (const { id, title } of LESSONS) {
      await visit(tab, `/lessons/${id}`, title);
      await lessonDrawn(tab);
    }
    await saysSync(tab, /送信待ち 1件$/);
    network.pass();
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'ishikawa')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

trip(
  'fault: all databases are deleted while a call waits → after the next sign-in the number of lost calls is shown, and studying continues',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'kato');
    await study(tab, first);
    network.follow(takesNothing);
    await markRead(tab, first);
    const known = () =>
      tab.evaluate(() => Object.entries(localStorage).find(([key]) => key.startsWith('manabiba-queue'))?.[1]);
    await expect.poll(known).toContain('"waiting":1');
    // A page of the server, which uses no database.
    await tab.goto('/livez');
    await tab.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) {
        const deleting = indexedDB.deleteDatabase(name);
        await new Promise((resolve, reject) => {
          deleting.onsuccess = resolve;
          deleting.onerror = () => reject(deleting.error ?? new Error(name));
        });
      }
    });
    network.pass();
    await tab.goto('/');
    await seesLogin(tab);
    await signIn(tab, 'kato');
    await saysSync(tab, '要確認 1件');
    await tab.click(button(/^同期の状態/));
    const panel = { within: role('dialog', '学習の送信') };
    await tab.sees(text(/最後に分かっていた数は、送信待ち1件です/, panel));
    await tab.click(button('確認しました', panel));
    await tab.click(button('閉じる', panel));
    await saysSync(tab, '同期済み');

    await visit(tab, `/lessons/${first.id}`, first.title);
    await tab.click(button('読了にする', ACTIONS));
    await expect.poll(() => receivedBy(app.origin, 'kato')).toEqual({ lessons: [first.id], submits: 0 });
    await saysSync(tab, '同期済み');
    await expectQueue(tab, 'kato', { sent: 1 });
  },
);
