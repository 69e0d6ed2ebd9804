/**
 * Tests gateways that answer the API's calls with foreign JSON or ask for HTTP Basic: nothing is lost, refused or
 * deleted.
 */
import { appReady, expect, login } from '../support/app';
import { heldPaths, workerReady } from '../support/device';
import type { Script, ScriptedAnswer } from '../support/scripted-network';
import {
  expectHeld,
  expectLessonWithImages,
  expectQueue,
  expectSync,
  LESSONS,
  networkTest as test,
  pressRead,
  receivedBy,
  syncIndicator,
  visit,
} from '../support/study';

test.use({ ownData: true });

const [LESSON] = LESSONS;
const WAITS = '接続の確認が必要 ・ 送信待ち 1件';
const NETWORK_LOGIN = { name: 'ネットワークにログイン' };

const json = (status: number, body: object): ScriptedAnswer => ({
  status,
  headers: { 'Content-Type': 'application/json' },
  body: JSON.stringify(body),
});
const BASIC: ScriptedAnswer = {
  status: 401,
  headers: { 'Content-Type': 'text/html', 'WWW-Authenticate': 'Basic realm="trial"' },
  body: '<html><h1>401 Authorization Required</h1></html>',
};

/** Gateways: the answer to 読了 and to the lesson, and to all other calls. */
const gateways = {
  'a portal answers with its login address and status 200': {
    user: 'yamamoto',
    own: json(200, { ok: true, loginUrl: 'https://portal.example/login' }),
    rest: json(200, { error: 'login required' }),
    words: /^ネットワークのログインが必要かもしれません。/,
    offers: true,
  },
  'a gateway answers with 403, in part like the API': {
    user: 'kobayashi',
    own: json(403, { detail: 'Forbidden' }),
    rest: json(403, { message: 'Forbidden' }),
    words: /^ネットワークのログインが必要かもしれません。/,
    offers: true,
  },
  'the site asks for HTTP Basic': {
    user: 'yamada',
    own: BASIC,
    rest: BASIC,
    words: /^このサイトにはBASIC認証などのパスワードがかかっていて/,
    offers: false,
  },
} as const;

for (const [name, { user, own, rest, words, offers }] of Object.entries(gateways)) {
  test(
    `fault: ${name} → the read mark waits, the lesson stays on the device, and the mark is sent once the server answers again`,
    { tag: '@once' },
    async ({ app, page, network, problems }) => {
      problems.expectNoNetwork();
      problems.expectStatus(401, 403);
      await login(page, user);
      await workerReady(page);
      await visit(page, `/lessons/${LESSON.id}`);
      await expectHeld(page, [LESSON], await expectLessonWithImages(page, LESSON.title));
      const before = (await heldPaths(page)).toSorted();
      const gateway: Script = ({ path }) => {
        if (!path.startsWith('/api/')) return 'pass';
        return path.endsWith(`/${LESSON.id}`) ? own : rest;
      };
      network.follow(gateway);

      await pressRead(page);
      await expectSync(page, WAITS);
      await page.reload();
      await expectLessonWithImages(page, LESSON.title);
      await expectSync(page, WAITS);
      await syncIndicator(page).click();
      const panel = page.getByRole('dialog', { name: '学習の送信' });
      await expect(panel.getByText(words)).toBeVisible();
      await expect(panel.getByRole('link', NETWORK_LOGIN)).toHaveCount(offers ? 1 : 0);
      await expectQueue(page, user, { queued: 1 });
      expect((await heldPaths(page)).toSorted()).toEqual(expect.arrayContaining(before));

      network.pass();
      // The app may send by itself at this moment; then there is no button to press any more.
      const press = panel
        .getByRole('button', { name: '今すぐ送信' })
        .click()
        .catch(() => undefined);
      await Promise.race([press, expectSync(page, '同期済み')]);
      await expectSync(page, '同期済み');
      expect((await receivedBy(app.origin, user))?.lessons).toContain(LESSON.id);
    },
  );
}

test(
  'fault: the site asks for HTTP Basic at the sign-in → the login screen says so, and offers no sign-in to the network',
  { tag: '@once' },
  async ({ page, network, problems }) => {
    problems.expectStatus(401);
    await page.goto('/login');
    await appReady(page);
    network.follow(({ path }) => (path.startsWith('/api/') ? BASIC : 'pass'));

    await page.getByLabel('ユーザー名').fill('kato');
    await page.getByLabel(/^パスワード\s*\*?$/).fill('demo-password');
    await page.getByRole('button', { name: 'ログイン' }).click();

    await expect(page.getByRole('alert')).toContainText('このサイトにはBASIC認証などのパスワードがかかっていて');
    await expect(page.getByRole('link', NETWORK_LOGIN)).toHaveCount(0);
  },
);
