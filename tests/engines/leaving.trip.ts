/** Leaving pages while they read and write the device's storage. */
import { type ScriptedNetwork, startScriptedNetwork } from '@tests/e2e/support/scripted-network';
import { expectQueue, LESSONS, receivedBy } from '@tests/e2e/support/study';

import { ACTIONS, askToLogOut, saysSync, screenReady, seesLogin, signIn, visit, workerReady } from './steps';
import { button, text } from './tab';
import { expect, trip as base } from './trip';

/** Adds the fixture `elsewhere`: another site. */
const trip = base.extend<{ elsewhere: ScriptedNetwork }>({
  elsewhere: async ({ network }, provide) => {
    const site = await startScriptedNetwork(network.origin);
    site.follow(() => ({
      status: 200,
      headers: { 'Content-Type': 'text/html' },
      body: '<title>Elsewhere</title><p>Elsewhere',
    }));
    await provide(site);
    await site.dispose();
  },
});
trip.use({ ownData: true });

const [LESSON] = LESSONS;

trip('home and a lesson are opened 40 times in turn, each left at once → every page starts', async ({ device }) => {
  const tab = await device.open();
  await signIn(tab, 'student');
  for (let turn = 0; turn < 20; turn += 1) {
    await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
    await visit(tab, '/');
  }
});

trip(
  'home and a lesson are left again and again before they have started → the last page starts',
  async ({ device }) => {
    const tab = await device.open();
    await signIn(tab, 'student');
    for (let turn = 0; turn < 10; turn += 1) {
      await tab.goto(`/lessons/${LESSON.id}`);
      await tab.goto('/');
      await tab.back();
      await screenReady(tab, LESSON.title);
    }
  },
);

trip(
  'three lessons are left for home as soon as they are marked as read → every page starts, and each mark arrives',
  async ({ app, device }) => {
    const tab = await device.open();
    await signIn(tab, 'abe');
    for (const { id, title } of LESSONS) {
      await visit(tab, `/lessons/${id}`, title);
      await tab.click(button('読了にする', ACTIONS));
      await tab.sees(button('取り消す', ACTIONS));
      await visit(tab, '/');
    }
    await saysSync(tab, '同期済み');
    // A call in flight is sent again by the next page; the server records a lesson's mark once.
    expect((await receivedBy(app.origin, 'abe'))?.lessons).toHaveLength(3);
  },
);

trip(
  'fault: a page is left for another site while a call is in flight → after Back the call is sent, and counts once',
  async ({ app, device, network, elsewhere }) => {
    const tab = await device.open();
    await signIn(tab, 'kimura');
    await workerReady(tab);
    await visit(tab, `/lessons/${LESSON.id}`, LESSON.title);
    const puts = () => network.count('PUT', /^\/api/);
    let held = 0;
    // The first request hangs, and later ones pass.
    network.follow(({ method }) => (method === 'PUT' && (held += 1) === 1 ? new Promise(() => undefined) : 'pass'));
    await tab.click(button('読了にする', ACTIONS));
    await expect.poll(puts).toBe(1);
    await tab.goto(elsewhere.origin);
    await tab.sees(text('Elsewhere'));
    await tab.back();

    await expect.poll(() => receivedBy(app.origin, 'kimura')).toEqual({ lessons: [LESSON.id], submits: 0 });
    // WebKitWebDriver runs no script in a page that came back: another tab is looked at.
    const other = await device.newTab();
    await visit(other, `/lessons/${LESSON.id}`, LESSON.title);
    await saysSync(other, '同期済み');
    await other.sees(text('読了', ACTIONS));
    await expectQueue(other, 'kimura', { sent: 1 });
  },
);

trip(
  'eight times a learner signs in as soon as the form is there → each time a new worker is installed',
  async ({ device }) => {
    const tab = await device.open();
    for (let turn = 0; turn < 8; turn += 1) {
      await signIn(tab, 'kimura');
      await workerReady(tab);
      await askToLogOut(tab);
      await seesLogin(tab);
      await tab.evaluate(async () => {
        const registrations = await navigator.serviceWorker.getRegistrations();
        await Promise.all(registrations.map((each) => each.unregister()));
      });
    }
  },
);
