/** Updates and rollbacks of the app on a device with unsent work. */
import { readFileSync } from 'node:fs';

import { type AppBuild, buildVersion, CURRENT_BUILD, startHost } from '@tests/e2e/support/app-host';
import { lookForUpdate } from '@tests/e2e/support/device';
import { followInApp } from '@tests/e2e/support/steps';
import { LESSONS, QUESTION_SET, receivedBy } from '@tests/e2e/support/study';

import { holdsQuestions, markRead, saysSync, screenReady, signIn, SOLVE, study, visit, workerReady } from './steps';
import { button, heading, role, type Tab, text } from './tab';
import { expect, trip } from './trip';

trip.use({ ownData: true });

const [first] = LESSONS;
const { version: VERSION } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const NOTICE = role('region', '新しい版があります');

let next: AppBuild;
trip.beforeAll(async () => {
  next = await buildVersion('next');
});
trip.afterAll(() => next.dispose());

/** Waits until the page runs a version. An update that the old service worker delays takes 8 s and a reload. */
async function runsVersion(tab: Tab, version: string): Promise<void> {
  const read = () => tab.evaluate(() => document.documentElement.dataset.version).catch(() => undefined);
  await expect.poll(read, { message: `runs ${version}`, timeout: 60_000 }).toBe(version);
  await screenReady(tab);
}

async function update(tab: Tab, version: string): Promise<void> {
  await tab.click(button('更新する', { within: NOTICE }));
  await runsVersion(tab, version);
}

/** Waits until the first question of the set is answered on the device. */
async function showsAnswer(tab: Tab): Promise<void> {
  await visit(tab, `${SOLVE}?q=1`);
  await expect.poll(async () => (await tab.sees(role('radio', /社員番号/))).checked).toBe(true);
}

trip(
  'fault: the app is updated while a question set is open, and rolled back → the learner is not interrupted, the answer and the unsent work are kept, and arrive once',
  async ({ app, device, network }) => {
    const host = startHost(network);
    const tab = await device.open();
    await signIn(tab, 'abe');
    await study(tab, first);
    await holdsQuestions(tab);
    const other = await device.newTab();
    await visit(other, '/');
    await workerReady(other);
    host.answer('cut');
    await markRead(tab, first);
    await visit(tab, SOLVE);
    await tab.click(role('radio', /社員番号/));
    await tab.sees(text('解答はこの端末に保存されています'));

    host.deploy(next);
    await lookForUpdate(tab);
    const waiting = () =>
      tab.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.waiting?.state === 'installed');
    await tab.until(waiting, 'the update waits', 60_000);
    await tab.seesNo(NOTICE);
    await followInApp(tab, '/');
    await runsVersion(tab, VERSION);
    await update(tab, 'next');
    await saysSync(tab, /送信待ち 1件$/);
    await showsAnswer(tab);

    // The other tab keeps working with its own files, which the host no longer has.
    await runsVersion(other, VERSION);
    await followInApp(other, '/community');
    await other.sees(heading('コミュニティ（Discord）'));
    await update(other, 'next');

    host.deploy(CURRENT_BUILD);
    await visit(tab, '/');
    await lookForUpdate(tab);
    await update(tab, VERSION);
    await saysSync(tab, /送信待ち 1件$/);
    await showsAnswer(tab);
    await visit(tab, `/question/solve/${QUESTION_SET.id}?view=overview`);
    await tab.click(button('提出する'));
    await tab.sees(text('仮採点'));
    host.answer('pass');
    await saysSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'abe')).toEqual({ lessons: [first.id], submits: 1 });
  },
);
