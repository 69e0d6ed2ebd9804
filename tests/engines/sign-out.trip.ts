/** Signing out with unsent work: it is kept for the next sign-in, sent first, or discarded. */
import { expectQueue, LESSONS, receivedBy } from '@tests/e2e/support/study';

import { askToLogOut, markRead, saysSync, seesLogin, signIn, signInHere, study } from './steps';
import { button, role, type Tab, text } from './tab';
import { expect, type Device, trip } from './trip';

trip.use({ ownData: true });

const [first] = LESSONS;
const dialog = { within: role('dialog') };
const NOTE = text(/この端末に送信待ちの学習が1件あります/);

/** Reads a lesson online, then marks it as read without a network. */
async function leaveOneUnsent(device: Device, username: string, cut: () => void): Promise<Tab> {
  const tab = await device.open();
  await signIn(tab, username);
  await study(tab, first);
  cut();
  await markRead(tab, first);
  await saysSync(tab, /送信待ち 1件$/);
  return tab;
}

trip(
  'a learner signs out offline and keeps the unsent work on the device → the next sign-in sends it',
  async ({ app, device, network }) => {
    const tab = await leaveOneUnsent(device, 'kato', network.cut);
    await askToLogOut(tab);
    await tab.click(button('端末に残してログアウト', dialog));
    await seesLogin(tab);
    await tab.sees(NOTE);
    await expectQueue(tab, 'kato', { queued: 1 });

    network.pass();
    await signInHere(tab, 'kato');
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'kato')).toEqual({ lessons: [first.id], submits: 0 });
  },
);

trip(
  'a learner signs out offline and discards the unsent work → nothing of it is sent at the next sign-in',
  async ({ app, device, network }) => {
    const tab = await leaveOneUnsent(device, 'sasaki', network.cut);
    await askToLogOut(tab);
    await tab.click(button('1件を破棄してログアウト', dialog));
    await tab.sees(role('group', /^読了1件が消えます。/));
    await tab.click(button('1件を破棄してログアウト', dialog));
    await seesLogin(tab);
    await tab.seesNo(NOTE);

    network.pass();
    await signInHere(tab, 'sasaki');
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'sasaki')).toEqual({ lessons: [], submits: 0 });
  },
);

trip(
  'a learner whose work the server refused for a moment signs out and sends it first → it arrives, nothing stays',
  async ({ app, device, network }) => {
    const tab = await leaveOneUnsent(device, 'ishikawa', network.cut);
    // Reads are answered, writes are not: the work is sent only because the learner asks for it.
    network.follow(({ method }) => (method === 'GET' ? 'pass' : { status: 503 }));
    await askToLogOut(tab);
    await tab.sees(button('送信してログアウト', dialog));
    network.pass();
    await tab.click(button('送信してログアウト', dialog));
    await seesLogin(tab);
    await tab.seesNo(NOTE);
    await expectQueue(tab, 'ishikawa', {});
    expect(await receivedBy(app.origin, 'ishikawa')).toEqual({ lessons: [first.id], submits: 0 });
  },
);
