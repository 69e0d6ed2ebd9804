/**
 * Tests a device whose clock is ten minutes slow: answers given on it now are newer than earlier ones from another
 * device.
 */
import { fireEvent, screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, demoSession } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { findQuestion, SAVED, sentSubmits, SET, SOLVE } from '@tests/support/solving';
import { afterEach, expect, test } from 'vitest';

import type { ProgressDetail } from '@/api/progress';
import type { QuestionSet } from '@/api/question-sets';
import type { SentSubmit } from '@/api/submits';
import { shiftClock } from '@/storage/now';

const network = useNetworkStub();
const USER = 'sasaki';
const REVIEW = `/question/review/${SET}`;
const MINUTE_MS = 60_000;

afterEach(() => shiftClock(0));

/** Submits a wrong first answer from another device whose clock is right. */
async function answerElsewhere(minutesAgo: number): Promise<void> {
  const { questions, updatedAt } = (await callAs('teacher', 'GET', `/question-set/${SET}`)) as QuestionSet;
  const [question] = questions;
  await callAs(USER, 'POST', '/submit/', {
    clientSubmitId: crypto.randomUUID(),
    questionSetId: SET,
    questionSetUpdatedAt: updatedAt,
    answeredAt: new Date(Date.now() - minutesAgo * MINUTE_MS).toISOString(),
    answers: [{ questionId: question?.id ?? '', choiceIds: [question?.choices[0]?.id ?? ''] }],
  } satisfies SentSubmit);
}

async function serverHas() {
  const { userId } = await demoSession(USER);
  const { courses } = (await callAs('teacher', 'GET', `/progress/detail/${userId}`)) as ProgressDetail;
  return courses.flatMap(({ questionSets = [] }) => questionSets).find(({ questionSetId }) => questionSetId === SET);
}

test('fault: answered elsewhere at 10:00, here at 10:05 by a clock showing 9:55 → the answers given here count as newest', async () => {
  const before = (await serverHas())?.submitCount ?? 0;
  await answerElsewhere(5);
  shiftClock(-10 * MINUTE_MS);
  const app = await renderApp({ user: USER, path: REVIEW });
  await screen.findByText('選んだ解答');
  await app.goTo(SOLVE);
  await findQuestion(1);
  await app.user.keyboard('2');
  await screen.findByText(SAVED);
  await app.goTo(`${SOLVE}?view=overview`);
  network.cut();
  // Pressing the button repeatedly is safe, because it creates only one submit.
  await waitFor(async () => {
    const submit = screen.queryByRole('button', { name: '提出する' });
    if (submit) await app.user.click(submit);
    screen.getByText('仮採点');
  });

  await app.goTo(REVIEW);
  await screen.findByText('選んだ解答・正解');
  expect(screen.getByText('仮採点')).toBeTruthy();

  network.restore();
  fireEvent(window, new Event('online'));
  await screen.findByText('選んだ解答・正解');
  await expect.poll(async () => (await serverHas())?.submitCount).toBe(before + 2);
  expect((await serverHas())?.lastAnswers?.[0]?.choiceIds).toEqual([`${SET}-1-b`]);
  const { answeredAt } = JSON.parse(sentSubmits(network)[0]?.body ?? '{}') as SentSubmit;
  expect(Math.abs(Date.parse(answeredAt) - Date.now())).toBeLessThan(2 * MINUTE_MS);
});
