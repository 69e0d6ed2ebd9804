/**
 * Tests spaced review (復習): from home to the questions answered wrong, their solutions, and the day when they are due
 * again.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { answeredWrongAt, WRONG_SET as SET } from '@tests/support/answered-wrong';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { afterEach, describe, expect, test, vi } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import { CACHED_AT_HEADER } from '@/api/shapes';
import { HOUR_MS, MINUTE_MS } from '@/lib/constants';
import { ownerKey } from '@/session/session';
import { shiftClock } from '@/storage/now';
import { listOwned } from '@/storage/owned-store';
import * as ownedStore from '@/storage/owned-store';

const network = useNetworkStub();

/** Makes the server report these questions as wrong in the learner’s only submit. */
function answeredWrong(...numbers: number[]): void {
  answeredWrongAt(network, '2026-11-01T01:00:00Z', ...numbers);
}

afterEach(() => shiftClock(0));

const press = async (name: string) => screen.findByRole('button', { name });
const card = async () => within(await screen.findByRole('region', { name: '復習' }));

describe('a learner with two wrong questions', () => {
  test('復習 (spaced review) starts with one press, shows each result at once, and repeats a wrong question', async () => {
    answeredWrong(1, 2);
    const app = await renderApp({ user: 'student2' });
    await (await card()).findByText('前回まちがえた問題が2問あります');

    await app.user.click((await card()).getByRole('link', { name: '始める' }));

    await screen.findByText('1 / 2 問・単一選択');
    expect(await press('答え合わせ')).toHaveProperty('disabled', true);
    await app.user.click(await screen.findByRole('radio', { name: /商品の重さ/ }));
    await app.user.click(await press('答え合わせ'));
    await screen.findByText('まちがい');
    await screen.findByText(/名義尺度なので、平均に意味はありません/);
    await app.user.click(await press('次へ'));

    // Types the answer in full width, which equals the accepted one, and checks it with Enter.
    await app.user.type(await screen.findByRole('textbox', { name: '解答' }), '８{Enter}');
    await screen.findByText('正解', { selector: '[data-state="right"]' });
    await app.user.click(await press('次へ'));

    await screen.findByText('3 / 3 問・単一選択・うち1問はもう一度');
    await app.user.click(await screen.findByRole('radio', { name: /社員番号/ }));
    await app.user.click(await press('答え合わせ'));
    await app.user.click(await press('次へ'));

    await screen.findByText('次の復習：あした2問');
    await screen.findByText(/正解するたびに1日・3日・7日・14日と間をあけて出ます。/);
    expect(screen.getByRole('main').textContent).toContain('1 / 2 問正解');
    await app.user.click(screen.getByRole('link', { name: 'ホームに戻る' }));
    await (await card()).findByText('次の復習：あした2問');
    expect((await card()).queryByRole('link')).toBeNull();
  });

  test('in 復習 (spaced review) by keys alone, the result is shown while the question stays on the screen', async () => {
    answeredWrong(1, 2);
    const app = await renderApp({ user: 'student2', path: '/review' });
    const answer = await screen.findByRole('radio', { name: /商品の重さ/ });
    const question = await screen.findByRole('region', { name: '問1' });
    const [news] = within(screen.getByRole('main')).getAllByRole('status');
    await app.user.click(answer);
    await app.user.keyboard('{Enter}');

    await waitFor(() => expect(news?.textContent).toMatch(/^まちがいです。/));
    expect(news?.isConnected).toBe(true);
    await waitFor(() => expect(document.activeElement).toBe(question));
    await app.user.keyboard('{Enter}');
    const next = await screen.findByRole('heading', { name: '問2' });
    await waitFor(() => expect(document.activeElement).toBe(next));
    expect(news?.textContent).toBe('');
  });

  test('復習 (spaced review) shows that a wrong question comes again, and a reload continues the round with its count', async () => {
    answeredWrong(1, 3);
    const app = await renderApp({ user: 'student2', path: '/review' });
    await screen.findByText('1 / 2 問・単一選択');
    await app.user.click(await screen.findByRole('radio', { name: /商品の重さ/ }));
    await app.user.click(await press('答え合わせ'));
    await screen.findByText('まちがえた問題は、最後にもう一度出ます。');
    expect(screen.getByRole('main').textContent).toContain('1 / 3 問・単一選択・うち1問はもう一度');
    await app.user.click(await press('次へ'));
    await screen.findByText(/^2 \/ 3 問・/);

    await app.reload();
    await screen.findByText(/^2 \/ 3 問・/);
    await app.user.click(await press('終わる'));
    await screen.findByText(/\/ 1 問正解$/);
    expect(screen.getByRole('main').textContent).toContain('0 / 1 問正解');
    await app.reload();
    await screen.findByText(/^1 \/ 2 問・/);
  });

  test('Enter that confirms kanji in an IME composition checks no answer in 復習 (spaced review)', async () => {
    answeredWrong(2);
    const app = await renderApp({ user: 'student2', path: '/review' });
    const field = await screen.findByRole('textbox', { name: '解答' });
    await app.user.type(field, '八');

    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }));
    field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true }));

    expect(await press('答え合わせ')).toBeDefined();
  });

  test('復習 (spaced review) shows when a question is due again, and links to its lesson', async () => {
    answeredWrong(1);
    const app = await renderApp({ user: 'student2', path: '/review' });
    await app.user.click(await screen.findByRole('radio', { name: /社員番号/ }));
    await app.user.click(await press('答え合わせ'));

    await screen.findByText('この問題は、次はあした出ます。');
    const set = (await callAs('student2', 'GET', `/question-set/${SET}`)) as QuestionSet;
    const { title } = (await callAs('student2', 'GET', `/lessons/${set.lessonId}`)) as { title: string };
    await app.user.click(await screen.findByRole('link', { name: title }));
    await screen.findByRole('heading', { level: 1, name: title });
    expect(app.href).toBe(`/lessons/${set.lessonId}`);
  });

  test('復習 (spaced review) sends nothing: its schedule is stored on the device only', async () => {
    answeredWrong(1);
    const app = await renderApp({ user: 'student2', path: '/review' });
    await app.user.click(await screen.findByRole('radio', { name: /社員番号/ }));
    await app.user.click(await press('答え合わせ'));
    await screen.findByText('正解', { selector: '[data-state="right"]' });

    const owner = ownerKey({ apiHost: __API_HOST__, userId: 'user-student2' });
    await waitFor(async () => {
      const [first] = await listOwned('reviews', owner);
      expect(first).toMatchObject([`${SET}|${SET}-1`, { streak: 1 }]);
    });
    expect(network.calls().filter((words) => !words.startsWith('GET'))).toEqual([]);
  });

  test('復習 (spaced review) shows an error if the device cannot store a result', async () => {
    answeredWrong(1);
    const app = await renderApp({ user: 'student2', path: '/review' });
    await app.user.click(await screen.findByRole('radio', { name: /社員番号/ }));
    vi.spyOn(ownedStore, 'keepOwned').mockRejectedValue(new DOMException('full', 'QuotaExceededError'));

    await app.user.click(await press('答え合わせ'));

    expect((await screen.findByRole('alert')).textContent).toContain('端末に保存できませんでした');
  });

  test('復習 (spaced review) offline shows how many questions are not on the device', async () => {
    answeredWrong(1, 2);
    network.cut(/^GET \/question-set\//);
    await renderApp({ user: 'student2', path: '/review' });

    await screen.findByText('2問はこの端末に保存されていません。つながったときに復習できます。');
  });

  test('a deleted question is removed from the schedule of 復習 (spaced review)', async () => {
    answeredWrong(1);
    network.answer(`GET /question-set/${SET}`, 404, { title: 'ない', status: 404, detail: 'ありません' });
    const app = await renderApp({ user: 'student2', path: '/review' });
    await screen.findByRole('link', { name: 'ホームに戻る' });

    await app.goTo('/');

    await (await card()).findByText('いま復習する問題はありません');
  });
});

test('a question newer than the device’s copy of its set does not count as deleted', async () => {
  answeredWrong(1);
  const set = (await callAs('student2', 'GET', `/question-set/${SET}`)) as QuestionSet;
  // The service worker's cached copy of the set is older than the question that was answered wrong on another device.
  const copy = { ...set, questions: set.questions.filter(({ id }) => id !== `${SET}-1`) };
  network.answer(`GET /question-set/${SET}`, 200, copy, { [CACHED_AT_HEADER]: '2026-10-31T01:00:00Z' });
  const app = await renderApp({ user: 'student2', path: '/review' });
  await screen.findByText('1問はこの端末に保存されていません。つながったときに復習できます。');

  network.restore();
  answeredWrong(1);
  await app.reload();

  await screen.findByText('1 / 1 問・単一選択');
});

test('a question set cached in memory is fetched again before a question of it counts as deleted', async () => {
  answeredWrong(1);
  const set = (await callAs('student2', 'GET', `/question-set/${SET}`)) as QuestionSet;
  const old = { ...set, questions: set.questions.filter(({ id }) => id !== `${SET}-1`) };
  network.answer(`GET /question-set/${SET}`, 200, old);
  const app = await renderApp({ user: 'student2', path: `/question/solve/${SET}` });
  await screen.findByText(/^1 \/ 5 問・/);

  network.restore();
  answeredWrong(1);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + MINUTE_MS });
  await app.goTo('/review');

  await screen.findByText('1 / 1 問・単一選択');
});

test('on a device with a slow clock, a question reviewed after its submit is not due again', async () => {
  shiftClock(-3 * HOUR_MS);
  answeredWrongAt(network, new Date(Date.now() - HOUR_MS).toISOString(), 1);
  const app = await renderApp({ user: 'student2', path: '/review' });
  await app.user.click(await screen.findByRole('radio', { name: /社員番号/ }));
  await app.user.click(await press('答え合わせ'));
  await screen.findByText('正解', { selector: '[data-state="right"]' });
  await app.user.click(await press('次へ'));

  await screen.findByText('次の復習：あした1問');
});

test('復習 (spaced review) explains itself to a learner without wrong answers', async () => {
  answeredWrong();
  await renderApp({ user: 'student2', path: '/review' });

  await screen.findByText('いま復習する問題はありません');
  await screen.findByText(/まちがえると、その問題がここで復習できる/);
});
