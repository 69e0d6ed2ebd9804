/** Another server's API behind a dialect: the build translates each call and answer. */
import { type AppBuild, answerFrom, buildVersion } from '@tests/e2e/support/app-host';
import { startScriptedNetwork } from '@tests/e2e/support/scripted-network';
import { COURSE, LESSONS, receivedBy } from '@tests/e2e/support/study';
import { startFastApi } from '@tests/support/foreign-servers';

import { ACTIONS, CARD, lessonDrawn, markRead, saysSync, signIn, submitSet, visit, workerReady } from './steps';
import { button, link, role, type Tab, text } from './tab';
import { expect, trip as base } from './trip';

const trip = base.extend({
  network: async ({ app }, provide) => {
    await app.start();
    const server = await startFastApi(app.origin);
    const network = await startScriptedNetwork(server.origin);
    await provide(network);
    await network.dispose();
    await server.dispose();
  },
});
trip.use({ ownData: true });

const main = { within: role('main') };
let build: AppBuild;
trip.beforeAll(async () => {
  build = await buildVersion('fastapi', { DIALECT: 'fastapi' });
});
trip.afterAll(() => build.dispose());

/** Returns the address of the link with these words: the ids are the server's own. */
async function pathOf(tab: Tab, words: string): Promise<string> {
  await tab.sees(link(new RegExp(words), main));
  return tab.evaluate((wanted) => {
    const links = [...document.querySelectorAll<HTMLAnchorElement>('main a')];
    return links.find(({ textContent }) => textContent.includes(wanted))?.pathname ?? '';
  }, words);
}

/** Returns a lesson of the open course with the server's id. */
async function lessonOf(tab: Tab, { title }: { title: string }): Promise<{ id: string; title: string }> {
  return { id: (await pathOf(tab, title)).replace('/lessons/', ''), title };
}

trip(
  'behind a dialect a learner saves a course, reads and solves online, then without a network after a kill; each call arrives once',
  async ({ app, device, network }) => {
    const connect = () => network.follow(async ({ path }) => (await answerFrom(build.folder, path)) ?? 'pass');
    connect();
    const online = await device.open();
    await signIn(online, 'kobayashi');
    await workerReady(online);
    await visit(online, '/courses');
    await visit(online, await pathOf(online, COURSE.title), COURSE.title);
    const [first, second] = [await lessonOf(online, LESSONS[0]), await lessonOf(online, LESSONS[1])];
    // These courses have no size, so the card shows none.
    await online.click(button('この端末に保存', CARD));
    await online.sees(text('保存済み', CARD), 60_000);
    await visit(online, `/lessons/${first.id}`, first.title);
    await lessonDrawn(online);
    await online.click(button('読了にする', ACTIONS));
    await online.sees(button('取り消す', ACTIONS));
    const solve = await pathOf(online, 'を解く');
    await submitSet(online, solve);
    await online.sees(text('送信済み'));
    await saysSync(online, '同期済み');
    await expect.poll(() => receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [LESSONS[0].id], submits: 1 });
    network.cut();
    await markRead(online, second);
    await device.kill();

    const tab = await device.open();
    await visit(tab, `/lessons/${first.id}`, first.title);
    await submitSet(tab, solve);
    await tab.sees(text('仮採点'));
    await saysSync(tab, /送信待ち 2件$/);
    connect();
    await saysSync(tab, '同期済み');
    const lessons = [LESSONS[0].id, LESSONS[1].id].toSorted();
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons, submits: 2 });
  },
);
