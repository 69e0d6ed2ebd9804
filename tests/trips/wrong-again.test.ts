/**
 * Tests the result of a question set: solving only the wrong questions again (まちがえた問題だけ解き直す), the next lesson, and all
 * results of the set.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { findQuestion, ownerOf, SET, SOLVE } from '@tests/support/solving';
import { expect, test } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';
import type { OwnerKey } from '@/session/session';
import { listOwned } from '@/storage/owned-store';

useOwnServer('wrong-again');
const network = useNetworkStub();
const AGAIN = /^まちがえた問題だけ解き直す/;
const mainText = () => screen.getByRole('main').textContent;
const writes = () => network.calls().filter((words) => !words.startsWith('GET'));

interface Key {
  questionId: string;
  correctChoiceIds?: string[];
  acceptedAnswers?: string[];
  correctOrder?: string[];
}

/** Submits directly to the API: every question right but the first. */
async function answer(username: string): Promise<void> {
  const set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
  const { questions } = (await callAs('teacher', 'GET', `/question-set/${SET}/explanation`)) as { questions: Key[] };
  await callAs(username, 'POST', '/submit/', {
    clientSubmitId: crypto.randomUUID(),
    questionSetId: SET,
    questionSetUpdatedAt: set.updatedAt,
    answeredAt: new Date().toISOString(),
    answers: questions
      .slice(1)
      .map(({ questionId, correctChoiceIds, acceptedAnswers, correctOrder }) =>
        acceptedAnswers
          ? { questionId, text: acceptedAnswers[0] }
          : { questionId, choiceIds: correctChoiceIds ?? correctOrder },
      ),
  });
}

/** Answers only the first question, wrong, and submits. */
async function solveWrong(user: string, isOffline = false): Promise<OpenedApp> {
  const app = await renderApp({ user, path: SOLVE });
  await findQuestion(1);
  await waitFor(() => expect(network.calls()).toContain(`GET /question-set/${SET}/explanation`));
  await app.user.keyboard('1');
  if (isOffline) network.cut('POST /submit/');
  await app.goTo(`${SOLVE}?view=overview`);
  await app.user.click(await screen.findByRole('button', { name: '提出する' }));
  await screen.findByRole('link', { name: AGAIN });
  return app;
}

/** Gives the right answer to the first question of the set. */
async function answerRight(app: OpenedApp): Promise<void> {
  await app.user.click(await screen.findByRole('radio', { name: /付け替えられる札/ }));
  await app.user.click(await screen.findByRole('button', { name: '答え合わせ' }));
  await screen.findByText('正解', { selector: '[data-state="right"]' });
}

test('解き直し (retry of wrong questions) starts with two presses after the result, also offline, and sends nothing', async () => {
  const app = await solveWrong('kato', true);
  await screen.findByText('仮採点');
  const sent = writes().length;

  await app.user.click(screen.getByRole('link', { name: AGAIN }));
  await answerRight(app);

  expect(mainText()).toContain('1 / 6 問・');
  const owner = (await ownerOf('kato')) as OwnerKey;
  await waitFor(async () =>
    expect(await listOwned('reviews', owner)).toMatchObject([[`${SET}|${SET}-1`, { streak: 1 }]]),
  );
  await app.user.click(screen.getByRole('button', { name: '次へ' }));
  await app.user.click(await screen.findByRole('button', { name: '終わる' }));
  await screen.findByText('解き直しは練習です。提出した結果は変わりません。');
  expect(mainText()).toContain('1 / 1 問正解');
  await app.user.click(screen.getByRole('button', { name: '結果に戻る' }));
  await screen.findByText('仮採点');
  expect(mainText()).toContain('0 / 6 問正解');
  expect(
    writes()
      .slice(sent)
      .filter((words) => words !== 'POST /submit/'),
  ).toEqual([]);
});

test('fault: the explanation is not on the device → the result offers everything except 解き直し (retry)', async () => {
  network.cut(/explanation$/);
  const app = await renderApp({ user: 'yamada', path: SOLVE });
  await findQuestion(1);
  await app.user.keyboard('1');
  await app.goTo(`${SOLVE}?view=overview`);
  await app.user.click(await screen.findByRole('button', { name: '提出する' }));
  await screen.findByText('送信済み');

  await screen.findByRole('link', { name: 'もう一度解く' });
  expect(screen.queryByRole('link', { name: AGAIN })).toBeNull();
});

test('an unfinished 解き直し (retry) continues after a reload, and a later submit starts a new one', async () => {
  const app = await solveWrong('kimura');
  await app.user.click(screen.getByRole('link', { name: AGAIN }));
  await answerRight(app);
  await app.user.click(screen.getByRole('button', { name: '次へ' }));
  await screen.findByText(/^2 \/ 6 問・/);

  await app.reload();
  await screen.findByText(/^2 \/ 6 問・/);

  await app.goTo(SOLVE);
  await findQuestion(1);
  await app.user.keyboard('1');
  await app.goTo(`${SOLVE}?view=overview`);
  await app.user.click(await screen.findByRole('button', { name: '提出する' }));
  await app.user.click(await screen.findByRole('link', { name: AGAIN }));
  await screen.findByText(/^1 \/ 6 問・/);
});

test('the review offers 解き直し (retry) of the wrong questions alone, and 解き直し leads back to the review', async () => {
  await answer('hayashi');
  const app = await renderApp({ user: 'hayashi', path: `/question/review/${SET}` });
  await app.user.click(await screen.findByRole('link', { name: AGAIN }));
  await screen.findByText(/^1 \/ 1 問・/);
  await answerRight(app);
  await app.user.click(screen.getByRole('button', { name: '次へ' }));
  await app.user.click(await screen.findByRole('button', { name: '解答と解説に戻る' }));

  await screen.findByRole('navigation', { name: '問題の一覧' });
  expect(mainText()).toContain('5 / 6 問正解');
});

test('the result links to the next lesson by its title', async () => {
  const set = (await callAs('student', 'GET', `/question-set/${SET}`)) as QuestionSet;
  const lesson = (await callAs('student', 'GET', `/lessons/${set.lessonId}`)) as { nextLessonId: string };
  const next = (await callAs('student', 'GET', `/lessons/${lesson.nextLessonId}`)) as { title: string };
  const app = await solveWrong('student');

  await app.user.click(await screen.findByRole('link', { name: `次のレッスンへ：${next.title}` }));

  await screen.findByRole('heading', { level: 1, name: next.title });
});

const listTries = async () =>
  within(await screen.findByRole('region', { name: /^これまでの結果/ }))
    .getAllByRole('listitem')
    .map((row) => row.textContent.replace(/\d{4}年.*$/, ''));

test('all results of a set are listed, newest first, marking the best and this one; offline from the device’s copy', async () => {
  await answer('sasaki');
  const app = await solveWrong('sasaki');
  await waitFor(async () => expect(await listTries()).toEqual(['0 / 6 問正解今回', '5 / 6 問正解最高']));
  const result = app.href;

  network.cut(/^GET \/progress\/detail\/[^/]+\//);
  await app.goTo('/');
  await app.reload();
  await app.goTo(result);
  await waitFor(async () => expect(await listTries()).toEqual(['0 / 6 問正解今回', '5 / 6 問正解最高']));
});

test('a server without the capability `submit-history` gets no request for results, and no list is shown', async () => {
  const info = (await callAs('teacher', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await answer('watanabe');
  await solveWrong('watanabe');
  await screen.findByText('送信済み');

  expect(screen.queryByRole('region', { name: /^これまでの結果/ })).toBeNull();
  expect(network.calls().filter((words) => /^GET \/progress\/detail\/[^/]+\//.test(words))).toEqual([]);
});
