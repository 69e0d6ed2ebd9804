/**
 * Tests grading again (再採点): a teacher corrects a wrong key, learners see the new score, and no answer is shown as both
 * right and wrong.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { choices, openSet, save, single } from '@tests/support/question-set-editing';
import { expect, test, vi } from 'vitest';

useOwnServer('rescore');
const network = useNetworkStub();

/** Submits one choice as a demo user. */
const submit = (user: string, questionSetId: string, choiceId: string) =>
  callAs(user, 'POST', '/submit/', {
    clientSubmitId: crypto.randomUUID(),
    questionSetId,
    questionSetUpdatedAt: '2026-01-01T00:00:00.000Z',
    answers: [{ questionId: single.id, choiceIds: [choiceId] }],
    answeredAt: new Date().toISOString(),
  });

/** Opens a set whose right answer is 青, corrects it to 赤, and saves; two learners have answered 赤, one 青. */
async function correctKey() {
  const opened = await openSet(single);
  const { app, dialog, setId } = opened;
  await submit('student', setId, 'a');
  await submit('student2', setId, 'a');
  await submit('staff', setId, 'b');
  await app.user.click(dialog.getByRole('radio', { name: /選択肢1/ }));
  await save(app, dialog);
  return opened;
}

test('saving a corrected key offers 再採点 (grade again) with old and new scores, and pressing it applies them', async () => {
  const { app, dialog, setId } = await correctKey();

  const offer = within(
    (await dialog.findByText('いまの正解では、提出済みの3件の採点が変わります')).closest(
      '[role=status]',
    ) as HTMLElement,
  );
  expect(offer.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '0点→1点：2件（1点満点）',
    '1点→0点：1件（1点満点）',
  ]);
  await app.user.click(offer.getByRole('button', { name: '再採点する' }));
  await dialog.findByText(/^3件を採点し直しました。/);

  await renderApp({ user: 'student', path: `/question/review/${setId}` });
  await screen.findByText('1 / 1 問正解');
  await screen.findByText('正解が直され、0点が1点になりました。');
  await screen.findByText('選んだ解答・正解');
  expect(screen.queryByText('まちがい')).toBeNull();
  await renderApp({ user: 'student', path: `/question/review/${setId}` });
  await screen.findByText('1 / 1 問正解');
  expect(screen.queryByText(/^正解が直され/)).toBeNull();
});

test('after 再採点 (grading again) the learner’s lesson and record, the CSV file and staff’s screens show the same score', async () => {
  const saved: Blob[] = [];
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => `blob:${saved.push(blob as Blob)}`);
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  const { setId, lessonId } = await correctKey();
  await callAs('teacher', 'POST', `/question-set/${setId}/rescore`, {});

  await renderApp({ user: 'student', path: `/lessons/${lessonId}` });
  await screen.findByText(/^前回 1 \/ 1/);
  const app = await renderApp({ user: 'student', path: '/record' });
  const rowOf = async () => (await screen.findAllByRole('row', { name: /確認問題/ })).at(-1)?.textContent;
  expect(await rowOf()).toContain('1 / 1');
  await app.user.click(await screen.findByRole('button', { name: 'CSVで保存' }));
  expect(await saved[0]?.text()).toMatch(/"確認問題",.*"1","1"/);
  await renderApp({ user: 'staff', path: '/users/record/user-student' });
  expect(await rowOf()).toContain('1 / 1');
});

test('再採点 (grading again), once declined, is offered again when the set is opened, but no longer after it was done', async () => {
  const { app, dialog, setId, lessonId } = await correctKey();
  await app.user.click(await dialog.findByRole('button', { name: 'いまはしない' }));
  await waitFor(() => expect(dialog.queryByText(/採点が変わります$/)).toBeNull());

  const open = async () => {
    const again = await renderApp({ user: 'teacher', path: `/lessons/edit/${lessonId}` });
    await again.user.click(await screen.findByRole('button', { name: '「確認問題」を編集' }));
    await within(await screen.findByRole('dialog')).findByLabelText(/^タイトル/);
    return again;
  };
  await open();
  await screen.findByText('いまの正解では、提出済みの3件の採点が変わります');
  await callAs('teacher', 'POST', `/question-set/${setId}/rescore`, {});
  await open();
  await waitFor(() => expect(network.calls().filter((words) => words.endsWith('/rescore')).length).toBeGreaterThan(2));
  expect(screen.queryByText(/採点が変わります$/)).toBeNull();
});

test('without 再採点 (grading again) the review shows the score by the corrected key, but no answer as right or wrong', async () => {
  const info = (await callAs('teacher', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  const { setId, dialog } = await correctKey();
  await waitFor(() => expect(dialog.queryByText(/未保存の変更があります|保存中…/)).toBeNull());
  expect(dialog.queryByText(/採点が変わります$/)).toBeNull();

  await renderApp({ user: 'student', path: `/question/review/${setId}` });
  await screen.findByText('0 / 1 問正解');
  await screen.findByText('いまの正解では 1 / 1');
  await screen.findByText('採点ではまちがい、いまの正解では正解');
  expect(screen.getByRole('button', { name: '問1 正解の変更あり' }).dataset.state).toBe('open');
  expect(choices).toHaveLength(3);
});
