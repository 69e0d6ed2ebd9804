/** Tests a browser that freezes a tab while it sends queued calls, or that duplicates a tab. */
import type { Page } from '@playwright/test';

import { expect, screenReady, signIn } from '../support/app';
import { storedAccessToken } from '../support/device';
import { setLifecycle, startFreezableBrowser } from '../support/freezable-browser';
import { watchForProblems } from '../support/page-problems';
import { type ScriptedAnswer, TOKEN_REFUSED } from '../support/scripted-network';
import {
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonRead,
  queueCalls,
  receivedBy,
  visit,
  networkTest as test,
} from '../support/study';

test.use({ ownData: true });

const [first, second] = LESSONS;
/**
 * Returns the server's expected data once both lessons and the submit have arrived, on top of the submits of an earlier
 * try.
 */
async function expectedOf(origin: string, username: string) {
  const submits = ((await receivedBy(origin, username))?.submits ?? 0) + 1;
  return { lessons: [first.id, second.id].toSorted(), submits };
}

test(
  'fault: the browser freezes a tab while it sends, and resumes it late → another tab sends the queued calls meanwhile, and each call counts once',
  { tag: ['@once', '@long'] },
  async ({ app, network }) => {
    const expected = await expectedOf(app.origin, 'sasaki');
    const { context, dispose } = await startFreezableBrowser();
    const problems = await watchForProblems(context);
    problems.expectNoNetwork();
    const [sender, tab] = [await context.newPage(), await context.newPage()];
    await signIn(sender, 'sasaki', `${network.origin}/`);
    await sender.evaluate(() => document.addEventListener('freeze', () => (document.title = 'frozen')));
    const puts = () => network.count('PUT', /^\/api/);
    let answer: (how: ScriptedAnswer) => void = () => undefined;
    const held = new Promise<ScriptedAnswer>((resolve) => (answer = resolve));
    network.follow(({ method }) => (method === 'PUT' ? held : 'pass'));
    await queueCalls(sender, 'sasaki', [lessonRead(first.id), lessonRead(second.id), answerSubmit()]);
    await sender.evaluate(() => window.dispatchEvent(new Event('online')));
    await expect.poll(puts).toBe(1);

    await setLifecycle(sender, 'frozen');
    network.pass();
    await visit(tab, `${network.origin}/courses`);
    await expectSync(tab, '同期済み');
    expect(await receivedBy(app.origin, 'sasaki')).toEqual(expected);
    const sent = network.seen.length;

    answer('pass');
    await setLifecycle(sender, 'active');
    await expect(sender).toHaveTitle('frozen');
    await expectSync(sender, '同期済み');
    expect(network.seen.slice(sent).filter(({ method }) => method !== 'GET')).toEqual([]);
    expect(await receivedBy(app.origin, 'sasaki')).toEqual(expected);
    await expectQueue(tab, 'sasaki', { sent: 3 });
    expect(problems.list()).toEqual([]);
    await dispose();
  },
);

test(
  'fault: a tab is duplicated, and both tabs are reloaded after their token has expired → the token is refreshed once, both stay signed in, and each call arrives once',
  { tag: ['@once', '@long'] },
  async ({ app, context, page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(401);
    const expected = await expectedOf(app.origin, 'kimura');
    await signIn(page, 'kimura');
    const old = `Bearer ${await storedAccessToken(page)}`;
    // `window.open` copies the session storage, as duplicating a tab does.
    const opened = context.waitForEvent('page');
    await page.evaluate(() => void window.open(location.href));
    const copy = await opened;
    await screenReady(copy);
    const refreshToken = (tab: Page) => tab.evaluate(() => sessionStorage.getItem('refresh_token'));
    expect(await refreshToken(copy)).toBe(await refreshToken(page));
    network.follow(({ method }) => (method === 'GET' ? 'pass' : 'cut'));
    await queueCalls(page, 'kimura', [lessonRead(first.id), lessonRead(second.id), answerSubmit()]);
    const tabs = [page, copy];
    // The tabs leave the page first, because requests of its load could start a refresh that the next load aborts.
    for (const tab of tabs) await tab.goto('about:blank');
    const refreshes = () => network.count('POST', '/api/v1/token');
    const before = refreshes();
    network.follow(({ headers }) => (headers.authorization === old ? TOKEN_REFUSED : 'pass'));

    await Promise.all(tabs.map((tab) => visit(tab, `${network.origin}/`)));

    for (const tab of tabs) await expectSync(tab, '同期済み', 15_000);
    expect(refreshes() - before).toBe(1);
    expect(await receivedBy(app.origin, 'kimura')).toEqual(expected);
    await expectQueue(page, 'kimura', { sent: 3 });
  },
);
