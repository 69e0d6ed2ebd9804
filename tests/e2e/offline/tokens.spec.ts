/** Tests access tokens that expire while calls are queued (specification §4, docs/security.md, "Sessions"). */
import { expect, signIn, screenReady } from '../support/app';
import { storedAccessToken } from '../support/device';
import { TOKEN_REFUSED } from '../support/scripted-network';
import { submitLogin } from '../support/sign-in';
import {
  LESSONS,
  answerSubmit,
  expectQueue,
  expectSync,
  lessonActions,
  lessonRead,
  markRead,
  queueCalls,
  receivedBy,
  studyAll,
  syncIndicator,
  visit,
  networkTest as test,
} from '../support/study';

// The token's lifetime of 15 s is long enough to study one lesson, and short enough to wait for its expiry.
test.use({ appEnv: { ACCESS_TOKEN_MINUTES: '0.25' } });

const [first, second] = LESSONS;
const ALL_RECEIVED = { lessons: [first.id, second.id].toSorted(), submits: 1 };

test(
  'fault: the access token expires while the browser is closed → 再ログインが必要 (sign in again) is shown, nothing is lost, and each call arrives once after login',
  { tag: ['@once', '@long'] },
  async ({ app, network, keptBehindNetwork: kept }) => {
    const online = await kept.open();
    // Status 401 is allowed: on a slow machine the first token expires while the lesson is studied, and is refreshed.
    online.problems.expectStatus(401);
    await signIn(online.page, 'student');
    await studyAll(online.page, [first]);
    online.problems.expectNoNetwork();
    network.cut();
    await markRead(online.page, first.id);
    await queueCalls(online.page, 'student', [lessonRead(second.id), answerSubmit()]);
    await expectSync(online.page, /送信待ち 3件$/);
    const token = await storedAccessToken(online.page);
    await kept.kill();
    const askMe = () => fetch(`${app.origin}/api/v1/me/`, { headers: { Authorization: `Bearer ${token}` } });
    await expect.poll(async () => (await askMe()).status, { timeout: 30_000 }).toBe(401);

    const { page, problems } = await kept.open();
    problems.expectNoNetwork();
    problems.expectStatus(401);
    await visit(page, `/lessons/${first.id}`);
    await expect(lessonActions(page).getByText('端末に保存 ・ 送信待ち')).toBeVisible();
    // The server is back and refuses the token: the calls stay in the queue, and the learner is asked to log in.
    network.follow(({ path, method }) => (method === 'GET' && path.startsWith('/api/') ? 'cut' : 'pass'));
    await expectSync(page, '再ログインが必要', 15_000);
    expect(await receivedBy(app.origin, 'student')).toEqual({ lessons: [], submits: 0 });
    network.pass();
    await page.reload();
    await expect(page).toHaveURL(/\/login/);
    await expect(page.getByText('この端末に送信待ちの学習が3件あります。')).toBeVisible();

    await submitLogin(page, 'student');
    await screenReady(page);
    await expect.poll(() => receivedBy(app.origin, 'student'), { timeout: 5000 }).toEqual(ALL_RECEIVED);
    await expectSync(page, '同期済み');
    await syncIndicator(page).click();
    await expect(page.getByRole('region', { name: '送信済み' }).getByRole('listitem')).toHaveCount(3);
  },
);

test(
  'fault: the access token expires in the middle of a replay → the token is refreshed once, and every call arrives once',
  { tag: ['@once', '@long'] },
  async ({ app, page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(401);
    await signIn(page, 'yamamoto');
    const old = `Bearer ${await storedAccessToken(page)}`;
    network.cut();
    await queueCalls(page, 'yamamoto', [...LESSONS.map(({ id }) => lessonRead(id)), answerSubmit(), answerSubmit()]);
    await expectSync(page, /送信待ち 5件$/);
    let taken = 0;
    const refreshes = network.count('POST', '/api/v1/token');
    network.follow(({ method, headers }) => {
      if (method === 'GET' || headers.authorization !== old) return 'pass';
      taken += 1;
      return taken > 2 ? TOKEN_REFUSED : 'pass';
    });

    await expectSync(page, '同期済み', 15_000);

    expect(network.count('POST', '/api/v1/token') - refreshes).toBe(1);
    expect(await receivedBy(app.origin, 'yamamoto')).toEqual({
      lessons: LESSONS.map(({ id }) => id).toSorted(),
      submits: 2,
    });
    await expectQueue(page, 'yamamoto', { sent: 5 });
  },
);

test(
  'fault: the refresh token is refused too → 再ログインが必要 (sign in again) is shown, nothing is lost, and the lesson stays open',
  { tag: ['@once', '@long'] },
  async ({ app, page, network, expectNoNetwork, expectStatus }) => {
    expectNoNetwork();
    expectStatus(401);
    await signIn(page, 'kobayashi');
    await studyAll(page, [first]);
    network.cut();
    await markRead(page, first.id);
    network.follow(({ method, path }) => (method === 'GET' && path.startsWith('/api/') ? 'cut' : TOKEN_REFUSED));

    await expectSync(page, '再ログインが必要', 15_000);

    await expect(page.getByRole('heading', { level: 1, name: first.title })).toBeVisible();
    await expect(lessonActions(page).getByText('端末に保存 ・ 送信待ち')).toBeVisible();
    await syncIndicator(page).click();
    await expect(
      page.getByText('再ログインで送信を再開します。送信待ちの学習はこの端末に残っています。'),
    ).toBeVisible();
    await expectQueue(page, 'kobayashi', { queued: 1 });
    expect(await receivedBy(app.origin, 'kobayashi')).toEqual({ lessons: [], submits: 0 });
  },
);
