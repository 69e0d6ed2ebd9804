/**
 * Tests submitting answers (提出): sent once, graded by the server or on the device, refused, queued; and a set that
 * changed during the attempt.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { answerFirst, findQuestion, isChosen, ownerOf, SAVED, sentSubmits, SET, SOLVE } from '@tests/support/solving';
import { beforeEach, describe, expect, test, vi } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import * as queue from '@/offline/queue/enqueue';
import * as ownedStore from '@/storage/owned-store';
import { StorageError } from '@/storage/storage-error';

// The server has its own data, because submits here would change other tests.
useOwnServer('submit');

const network = useNetworkStub();
const submits = () => sentSubmits(network);
const footer = () => within(screen.getByRole('group', { name: '問題の操作' }));
const next = () => footer().getByRole('button', { name: /次へ|確認へ|提出する/ });
async function handIn(app: OpenedApp): Promise<void> {
  await app.goTo(`${SOLVE}?view=overview`);
  await app.user.click(await footer().findByRole('button', { name: '提出する' }));
}
const reconnect = () => {
  network.restore();
  fireEvent(window, new Event('online'));
};

describe('提出', () => {
  test('提出 (submit) sends one submit however often it is pressed, and shows the server’s result', async () => {
    const app = await answerFirst('inoue');
    await app.goTo(`${SOLVE}?view=overview`);
    const button = await footer().findByRole('button', { name: '提出する' });
    fireEvent.click(button);
    fireEvent.click(button);

    await screen.findByText('送信済み');
    expect(screen.getByRole('main').textContent).toContain('1 / 6 問正解');
    expect(submits()).toHaveLength(1);
    expect(JSON.parse(submits()[0]?.body ?? '')).toMatchObject({
      questionSetId: SET,
      answers: [{ questionId: `${SET}-1`, choiceIds: [`${SET}-1-b`] }],
    });
    expect(app.href).toContain('submit=');
    await waitFor(async () => expect(await ownedStore.listOwned('drafts', await ownerOf('inoue'))).toEqual([]));
    await app.reload();
    await screen.findByText('送信済み');
  });

  test('after 提出 (submit) the browser’s Back leaves the attempt, and a new attempt has its own history', async () => {
    const app = await renderApp({ user: 'student', path: '/community' });
    const { history } = app.router;
    const solve = async () => {
      await findQuestion(1);
      await app.user.keyboard('2');
      for (let number = 2; number <= 6; number += 1) {
        await app.user.click(next());
        await findQuestion(number);
      }
      await app.user.click(next());
      await app.user.click(await footer().findByRole('button', { name: '提出する' }));
      await screen.findByRole('link', { name: 'もう一度解く' });
    };
    await app.goTo(SOLVE);
    await solve();
    await waitFor(() => expect(history.location.state.__TSR_index).toBe(1));
    const firstResult = app.href;
    expect(firstResult).toContain('submit=');

    await app.user.click(screen.getByRole('link', { name: 'もう一度解く' }));
    await solve();
    await waitFor(() => expect(app.href).not.toBe(firstResult));
    history.back();
    await waitFor(() => expect(app.href).toBe(firstResult));
    history.back();
    await waitFor(() => expect(app.href).toBe('/community'));
  });

  test('提出 (submit) offline is graded on the device, and the server’s result replaces it on the open screen', async () => {
    const app = await renderApp({ user: 'mori', path: SOLVE });
    await findQuestion(1);
    await waitFor(() => expect(network.calls()).toContain(`GET /question-set/${SET}/explanation`));
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await waitFor(() => expect(network.inFlightCount()).toBe(0));
    network.cut();
    await handIn(app);

    await screen.findByText('仮採点');
    expect(screen.getByRole('main').textContent).toContain('1 / 6 問正解');
    await app.user.click(screen.getByRole('link', { name: '解答と解説を見る' }));
    await screen.findByText('仮採点');
    await screen.findByText('選んだ解答・正解');
    app.router.history.back();
    await screen.findByText('仮採点');
    reconnect();
    await screen.findByText('送信済み');
    expect(screen.queryByText('仮採点')).toBeNull();
  });

  test('提出 (submit) offline without the explanation on the device shows that grading follows later', async () => {
    network.cut(/explanation/);
    const app = await answerFirst('yamaguchi');
    network.cut();
    await handIn(app);

    await screen.findByText('送信待ち', { selector: 'main *' });
    expect(screen.getAllByText('採点は送信後').length).toBeGreaterThan(1);
    await app.goTo(SOLVE);
    await screen.findByText('前に提出した解答は送信待ちです。これは新しい解答になります。');
    await findQuestion(1);
    expect(isChosen(/付け替えられる札/)).toBe(false);
  });

  test('a submit that the server answers with id and score alone is received once, and shown as received', async () => {
    const app = await answerFirst('mori');
    network.answer('POST /submit/', 201, { id: 7, score: 1 });
    await handIn(app);

    await screen.findByText('送信済み');
    await waitFor(() => expect(screen.getByRole('main').textContent).toContain('1 / 6 問正解'));
    await app.goTo('/lessons/git-conflict');
    await screen.findByText(/前回 1 \/ 6/);
    expect(screen.queryByText('送信待ち')).toBeNull();
    expect(submits()).toHaveLength(1);
  });

  test.each([403, 404, 409, 413, 422])(
    'fault: the server refuses the submit with %i → the reason is shown, and the answers stay',
    async (status) => {
      network.answer('POST /submit/', status, { title: 'だめです', status, detail: '受け取れません。' });
      const app = await answerFirst('ikeda');
      await handIn(app);

      await screen.findByText('サーバーが受け取れませんでした（要確認）');
      expect(screen.getByRole('main').textContent).toContain('受け取れません。');
      await app.goTo(`/question/review/${SET}`);
      await screen.findByText(/最後に提出した解答は、サーバーが受け取れませんでした/);
    },
  );

  test('a submit that FastAPI refuses with 422 is shown with the field that it names', async () => {
    const detail = [{ loc: ['body', 'answers', 0, 'choices'], msg: 'Field required', type: 'missing' }];
    network.answer('POST /submit/', 422, { detail });
    const app = await answerFirst('ikeda');
    await handIn(app);

    await screen.findByText(/サーバーの説明：answers\.0\.choices：Field required/);
  });

  test.each([401, 429, 500, 503])(
    'fault: the server answers the submit with %i → it is queued, and graded on the device',
    async (status) => {
      network.answer('POST /submit/', status, { title: 'あとで', status });
      if (status === 401) network.answer('POST /token', 500, {});
      const app = await answerFirst('yoshida');
      await handIn(app);

      await screen.findByText('仮採点');
    },
  );

  test('fault: the queue cannot be written at 提出 (submit) → an error is shown, and the next press sends the same submit', async () => {
    const app = await answerFirst('watanabe');
    await app.goTo(`${SOLVE}?view=overview`);
    const enqueue = vi.spyOn(queue, 'enqueue').mockRejectedValueOnce(new StorageError('full'));
    await app.user.click(await footer().findByRole('button', { name: '提出する' }));

    await screen.findByText('提出できませんでした');
    expect(submits()).toHaveLength(0);
    await app.user.click(next());
    await screen.findByText('送信済み');
    const ids = enqueue.mock.calls.map(([, call]) => call.kind === 'answer-submit' && call.submit.clientSubmitId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
  });
});

describe('a teacher changes the set during an attempt', () => {
  let set: QuestionSet;
  beforeEach(async () => {
    set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
  });
  const newer = (): QuestionSet => ({
    ...set,
    updatedAt: new Date(Date.parse(set.updatedAt ?? '') + 60_000).toISOString(),
    questions: set.questions.slice(0, 2).map((question) => ({ ...question, body: `新・${question.body}` })),
  });
  const answerTwoAndComeBack = async (user: string) => {
    const app = await renderApp({ user, path: SOLVE });
    await findQuestion(1);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    await app.goTo(`${SOLVE}?q=6`);
    await findQuestion(6);
    await app.user.keyboard('2');
    await screen.findByText(SAVED);
    network.answer(`GET /question-set/${SET}`, 200, newer());
    await app.reload();
    await screen.findByText('この問題は更新されました');
    return app;
  };

  test('an attempt can be finished on the old version of the set, and that version is sent', async () => {
    const app = await answerTwoAndComeBack('hayashi');
    await app.user.click(screen.getByRole('button', { name: 'このまま続ける' }));
    expect(screen.queryByText('この問題は更新されました')).toBeNull();
    await findQuestion(6);
    await handIn(app);
    await screen.findByText('送信済み');
    expect(JSON.parse(submits()[0]?.body ?? '')).toMatchObject({
      questionSetUpdatedAt: set.updatedAt,
      answers: [{ questionId: `${SET}-1` }, { questionId: `${SET}-6` }],
    });
  });

  test('an attempt can switch to the new version of the set, keeping answers to questions that remain', async () => {
    const app = await answerTwoAndComeBack('student');
    await app.user.click(screen.getByRole('button', { name: '新しい問題に切り替える' }));
    await screen.findByText(/いまもある問題の解答だけを引き継ぎました/);
    await app.goTo(`${SOLVE}?q=1`);
    await screen.findByText('1 / 2 問・単一選択');
    expect(screen.getByText(/^新・/)).toBeTruthy();
    expect(isChosen(/付け替えられる札/)).toBe(true);
  });
});
