/** Storage that is full, that the browser does not protect, and that a private window forgets. */
import { COURSE, expectQueue, LESSONS, receivedBy } from '@tests/e2e/support/study';

import { ACTIONS, lessonDrawn, saveCourse, saysSync, signIn, study, visit, WAITS, workerReady } from './steps';
import { button, role, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first] = LESSONS;
const READ = button('読了にする', ACTIONS);

declare global {
  interface Window {
    /** Makes writing possible again. */
    makeRoom: () => void;
  }
}

trip(
  'fault: the device is full when 読了にする is pressed → an error is shown, nothing counts as saved, and the press works once there is room',
  async ({ app, device, network }) => {
    const tab = await device.open();
    await signIn(tab, 'yamada');
    await study(tab, first);
    network.cut();
    await tab.evaluate(() => {
      const { put, add } = Object.getOwnPropertyDescriptors(IDBObjectStore.prototype);
      const fail = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      };
      Object.assign(IDBObjectStore.prototype, { put: fail, add: fail });
      window.makeRoom = () => {
        Object.defineProperties(IDBObjectStore.prototype, { put, add });
      };
    });
    await tab.click(READ);
    await tab.sees(text(/端末に保存できませんでした。/, { within: role('alert') }));
    await tab.sees(READ);
    await tab.seesNo(WAITS);
    await expectQueue(tab, 'yamada', {});

    await tab.evaluate(() => window.makeRoom());
    await tab.click(READ);
    await tab.sees(WAITS);
    await saysSync(tab, /送信待ち 1件$/);
    network.pass();
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'yamada')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

const protections = {
  chromium: 'この端末の保存：ブラウザの都合で消えることがあります',
  firefox: 'この端末の保存：ブラウザの都合で消えることがあります',
  webkit: 'この端末の保存：保護されているかどうかを、ブラウザが知らせません',
};

trip(
  'fault: the browser does not protect the device’s storage → a course is saved all the same, and マイページ says so',
  async ({ device, engine, network }) => {
    const tab = await device.open();
    await signIn(tab, 'matsumoto');
    await workerReady(tab);
    await visit(tab, `/courses/${COURSE.id}`, COURSE.title);
    await saveCourse(tab);
    await visit(tab, '/mypage');
    await tab.sees(text(protections[engine]));
    await device.kill();

    network.cut();
    const next = await device.open();
    await visit(next, `/lessons/${first.id}`, first.title);
    await lessonDrawn(next);
  },
);

trip.describe('in a private window', () => {
  trip.use({ isPrivate: true });

  trip(
    'a lesson is marked as read without a network, and the mark arrives once the network is back',
    async ({ app, device, network }) => {
      const tab = await device.open();
      await signIn(tab, 'kimura');
      await visit(tab, `/lessons/${first.id}`, first.title);
      await lessonDrawn(tab);
      network.cut();
      await tab.click(READ);
      await tab.sees(WAITS);
      await saysSync(tab, /送信待ち 1件$/);
      network.pass();
      await saysSync(tab, '同期済み');
      expect(await receivedBy(app.origin, 'kimura')).toEqual({ lessons: [first.id], submits: 0 });
      await device.close();

      const next = await device.open();
      await next.goto('/');
      await next.isAt(/^\/login/);
      await next.sees(button('ログイン'));
    },
  );
});
