/**
 * Tests the review of a question set: the learner's answers, the right answers and explanations; staff can review those
 * of their learners.
 */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

import type { QuestionSet } from '@/api/question-sets';

const network = useNetworkStub();
const SET = 'git-q-team';
const REVIEW = `/question/review/${SET}`;
const steps = () => within(screen.getByRole('navigation', { name: '問題の一覧' })).getAllByRole('button');
const mainText = () => screen.getByRole('main').textContent;
const findSteps = () => screen.findByRole('navigation', { name: '問題の一覧' });
const findCurrent = async (number: number) =>
  waitFor(() => expect(steps().find((step) => step.ariaCurrent === 'step')?.textContent).toBe(`${number}`));

/** Submits as a learner directly to the API: the first question right, the second wrong. */
async function answer(username: string): Promise<QuestionSet> {
  const set = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
  await callAs(username, 'POST', '/submit/', {
    clientSubmitId: crypto.randomUUID(),
    questionSetId: SET,
    questionSetUpdatedAt: set.updatedAt,
    answeredAt: new Date().toISOString(),
    answers: set.questions.slice(0, 2).map((question) => ({
      questionId: question.id,
      choiceIds: [question.choices[0]?.id],
    })),
  });
  return set;
}

describe('the own answers', () => {
  test('the review shows the learner’s own answers beside the right ones with the explanation, question by question', async () => {
    await answer('kobayashi');
    const app = await renderApp({ user: 'kobayashi', path: REVIEW });
    await findSteps();

    expect(mainText()).toMatch(/\d \/ 6 問正解/);
    expect(screen.getAllByText(/^選んだ解答/)).toHaveLength(1);
    expect(screen.getByRole('heading', { level: 3, name: '解説' })).toBeTruthy();
    await app.user.keyboard('{ArrowRight}');
    await findCurrent(2);
    expect(app.href).toBe(`${REVIEW}?q=2`);
    app.router.history.back();
    await findCurrent(1);
    await app.user.click(steps()[5] as HTMLElement);
    await findCurrent(6);
    expect(screen.getByText('未解答')).toBeTruthy();
  });

  test('the review can be filtered to the wrong answers', async () => {
    await answer('kato');
    const app = await renderApp({ user: 'kato', path: REVIEW });
    await findSteps();
    const wrong = steps().filter((step) => step.ariaLabel?.endsWith('まちがい'));

    await app.user.click(screen.getByRole('button', { name: 'まちがいだけ' }));

    await waitFor(() => expect(steps()).toHaveLength(wrong.length));
    expect(app.href).toContain('wrong=true');
    expect(steps().every((step) => step.ariaLabel?.endsWith('まちがい'))).toBe(true);
  });

  test('the review has no filter if all answers are right', async () => {
    const explanation = (await callAs('teacher', 'GET', `/question-set/${SET}/explanation`)) as {
      questions: {
        questionId: string;
        correctChoiceIds?: string[];
        acceptedAnswers?: string[];
        correctOrder?: string[];
      }[];
    };
    const set = await answer('yamamoto');
    await callAs('yamamoto', 'POST', '/submit/', {
      clientSubmitId: crypto.randomUUID(),
      questionSetId: SET,
      questionSetUpdatedAt: set.updatedAt,
      answeredAt: new Date().toISOString(),
      answers: explanation.questions.map(({ questionId, correctChoiceIds, acceptedAnswers, correctOrder }) =>
        acceptedAnswers
          ? { questionId, text: acceptedAnswers[0] }
          : { questionId, choiceIds: correctChoiceIds ?? correctOrder },
      ),
    });
    await renderApp({ user: 'yamamoto', path: `${REVIEW}?wrong=true` });

    await screen.findByText('まちがえた問題はありません');
    expect(mainText()).toContain('6 / 6 問正解');
  });

  test('a review without own answers links to solving', async () => {
    const app = await renderApp({ user: 'matsumoto', path: REVIEW });
    await screen.findByText('まだ解いていません');
    await app.user.click(screen.getByRole('link', { name: '解く' }));
    await screen.findByText(/^1 \/ 6 問・/);
  });

  test('the review shows that the questions were changed after they were answered', async () => {
    const set = await answer('watanabe');
    network.answer(`GET /question-set/${SET}`, 200, {
      ...set,
      updatedAt: new Date(Date.now() + 60_000).toISOString(),
      questions: set.questions.map((question, index) =>
        index === 0 ? { ...question, choices: question.choices.slice(1) } : question,
      ),
    });
    await renderApp({ user: 'watanabe', path: REVIEW });
    await screen.findByText(/解いたあとに問題が更新されました/);
    expect(screen.getByText('選んだ選択肢の一部は、問題の更新でなくなりました。')).toBeTruthy();
  });

  test('fault: the explanation cannot be loaded → the answers are shown, with a note on what is missing', async () => {
    await answer('sasaki');
    network.cut(/explanation/);
    await renderApp({ user: 'sasaki', path: REVIEW });
    await screen.findByText(/正解と解説は、まだこの端末に保存されていません/);
    expect(screen.getAllByText(/^選んだ解答/)).toHaveLength(1);
  });

  test('queued answers count in the lesson and in the course, marked as graded on the device', async () => {
    const app = await renderApp({ user: 'kimura', path: `/question/solve/${SET}` });
    await screen.findByText(/^1 \/ 6 問・/);
    await waitFor(() => expect(network.calls()).toContain(`GET /question-set/${SET}/explanation`));
    await app.user.keyboard('1');
    await screen.findByText('解答はこの端末に保存されています');
    network.cut('POST /submit/');
    await app.goTo(`/question/solve/${SET}?view=overview`);
    await app.user.click(await screen.findByRole('button', { name: '提出する' }));
    await screen.findByText('仮採点');

    await app.user.click(screen.getByRole('link', { name: 'レッスンに戻る' }));
    const sets = within(await screen.findByRole('region', { name: '問題集' }));
    await sets.findByText('仮採点');
    await app.goTo('/courses/git');
    await screen.findByText(/^問題 \d\/6（仮採点）$/);
    network.restore();
    fireEvent(window, new Event('online'));
    await waitFor(() => expect(screen.queryByText(/仮採点/)).toBeNull());
    await screen.findAllByText(/^問題 \d\/6$/);
  });
});

describe('another user’s answers', () => {
  test('another user’s answers are shown by name to staff of the same company, without もう一度解く (solve again)', async () => {
    await answer('hayashi');
    await renderApp({ user: 'staff', path: `${REVIEW}?user=user-hayashi` });
    await findSteps();
    expect(mainText()).toContain('林 美穂さんの解答');
    expect(screen.queryByRole('link', { name: 'もう一度解く' })).toBeNull();
    expect(screen.getAllByText(/^選んだ解答/)).toHaveLength(1);
  });

  test('a review of another user who has not answered the set says so', async () => {
    await renderApp({ user: 'staff', path: `${REVIEW}?user=user-matsumoto` });
    await screen.findByText('松本 隆さんはまだ解いていません');
  });

  test('answers of another company are refused by the server', async () => {
    await renderApp({ user: 'staff', path: `${REVIEW}?user=user-student2` });
    await screen.findByRole('heading', { level: 1, name: '見つかりませんでした' });
    expect(network.calls()).toContain('GET /progress/detail/user-student2');
  });

  test('another user’s answers are denied to a learner without a request', async () => {
    await renderApp({ user: 'student', path: `${REVIEW}?user=user-hayashi` });
    await screen.findByRole('heading', { level: 1, name: 'アクセスが拒否されました' });
    expect(network.calls()).not.toContain('GET /progress/detail/user-hayashi');
  });

  test('answers of a malformed user id are not requested', async () => {
    await renderApp({ user: 'staff', path: `${REVIEW}?user=..` });
    await screen.findByRole('heading', { name: 'ページが見つかりません' });
  });
});
