/**
 * Tests shuffled choices: a new order at each attempt, stable within one, the author's order in the review, and the
 * switch in the editor.
 */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import {
  type editor,
  makeLesson,
  openQuestion,
  openSet,
  readSet,
  save,
  single,
  text,
  watchWrites,
} from '@tests/support/question-set-editing';
import { ownerOf, SAVED, sentSubmits } from '@tests/support/solving';
import { expect, test } from 'vitest';

import type { NewQuestion } from '@/api/question-set-edits';
import { recordCall } from '@/offline/page/record-call';
import type { OwnerKey } from '@/session/session';
import { changeOwned, readOwned } from '@/storage/owned-store';
import { createId } from '@/storage/unique-id';

useOwnServer('shuffled-choices');
const network = useNetworkStub();
const { lastBody, saved } = watchWrites(network);

const AUTHORS_ORDER = Array.from({ length: 12 }, (_, index) => `選択肢${index + 1}`);
const shuffled: NewQuestion = {
  id: 'q-shuffled',
  type: 'single',
  body: '混ぜる問題',
  choices: AUTHORS_ORDER.map((body, index) => ({ id: `c${index + 1}`, body })),
  correctChoiceIds: ['c1'],
  shuffle: true,
};
const bare = (text: string | null) => (text ?? '').replace(/^\d*?(?=選択肢)/, '');
const shownOrder = () => screen.getAllByRole('radio').map((radio) => bare(radio.closest('label')?.textContent ?? ''));
const findQuestion = () => screen.findByText(/^1 \/ 1 問・/);
const switchOf = (dialog: Awaited<ReturnType<typeof editor>>) =>
  dialog.queryByRole<HTMLInputElement>('switch', { name: /^選択肢の順序を毎回変える/ });

async function openShuffled() {
  const { sets } = await makeLesson(['混ぜる問題集', shuffled]);
  const setId = sets[0]?.id ?? '';
  const app = await renderApp({ user: 'student', path: `/question/solve/${setId}` });
  await findQuestion();
  return { app, setId };
}

test('shuffled choices keep their order over a reload, and get a new order at the next attempt', async () => {
  const { app, setId } = await openShuffled();
  const first = shownOrder();
  expect(first).not.toEqual(AUTHORS_ORDER);
  expect([...first].sort()).toEqual([...AUTHORS_ORDER].sort());
  await app.reload();
  await findQuestion();
  expect(shownOrder()).toEqual(first);

  await app.user.keyboard('3');
  await screen.findByText(SAVED);
  await app.reload();
  await screen.findByRole('heading', { name: '提出前の確認' });
  await app.goTo(`/question/solve/${setId}?q=1`);
  await findQuestion();
  expect(shownOrder()).toEqual(first);
  expect(
    screen
      .getAllByRole<HTMLInputElement>('radio')
      .map(({ checked }) => checked)
      .indexOf(true),
  ).toBe(2);

  await app.goTo(`/question/solve/${setId}?view=overview`);
  await app.user.click(await screen.findByRole('button', { name: '提出する' }));
  await screen.findByText('送信済み');
  const sent = JSON.parse(sentSubmits(network).at(-1)?.body ?? '{}');
  expect(sent.answers).toEqual([{ questionId: 'q-shuffled', choiceIds: [`c${first[2]?.slice(3)}`] }]);
  await app.user.click(screen.getByRole('link', { name: 'もう一度解く' }));
  await findQuestion();
  expect(shownOrder()).not.toEqual(first);
  expect([...shownOrder()].sort()).toEqual([...AUTHORS_ORDER].sort());

  await app.goTo(`/question/review/${setId}`);
  await screen.findByRole('navigation', { name: '問題の一覧' });
  const reviewed = screen.getAllByText(/^選択肢\d+$/).map((choice) => choice.textContent);
  expect(reviewed).toEqual(AUTHORS_ORDER);
});

test('another tab submits the attempt → this tab keeps the order of its choices until it is left', async () => {
  const { app, setId } = await openShuffled();
  const order = shownOrder();
  await recordCall((await ownerOf('student')) as OwnerKey, {
    kind: 'answer-submit',
    submit: {
      clientSubmitId: createId(),
      questionSetId: setId,
      questionSetUpdatedAt: new Date().toISOString(),
      answers: [{ questionId: 'q-shuffled', choiceIds: ['c1'] }],
      answeredAt: new Date().toISOString(),
    },
  });
  await waitFor(() => expect(sentSubmits(network).length).toBe(1));
  await screen.findByRole('button', { name: '同期の状態：同期済み' });
  expect(shownOrder()).toEqual(order);
  await app.goTo('/');
  await app.goTo(`/question/solve/${setId}`);
  await findQuestion();
  expect(shownOrder()).not.toEqual(order);
});

test('a draft of an older build, without a shuffle seed, is restored with its answer, and keeps one order from then on', async () => {
  const { app, setId } = await openShuffled();
  await app.user.keyboard('3');
  await screen.findByText(SAVED);
  const owner = (await ownerOf('student')) as OwnerKey;
  const key = `answers|${setId}`;
  const chosen = shownOrder()[2];
  expect(await readOwned('drafts', owner, key)).toMatchObject({ seed: expect.any(String) });
  await changeOwned('drafts', owner, async ({ read, keep }) => {
    const { seed: _, ...old } = (await read(key)) as { seed: string };
    await keep(key, old);
  });

  await app.reload();
  await screen.findByRole('heading', { name: '提出前の確認' });
  await app.goTo(`/question/solve/${setId}?q=1`);
  await findQuestion();
  const order = shownOrder();
  expect(screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(`${chosen}$`) }).checked).toBe(true);
  await app.user.keyboard('5');
  await screen.findByText(SAVED);
  expect(shownOrder()).toEqual(order);
  await waitFor(async () => expect(await readOwned('drafts', owner, key)).toMatchObject({ seed: expect.any(String) }));
});

test('the shuffle switch of a question is saved, and shown again', async () => {
  const { app, dialog, setId } = await openSet(single);
  expect(switchOf(dialog)?.checked).toBe(false);
  await app.user.click(switchOf(dialog) as HTMLElement);
  await save(app, dialog);
  await saved();

  expect(lastBody('PUT').questions).toMatchObject([{ id: 'q-single', shuffle: true }]);
  expect((await readSet(setId)).questions).toMatchObject([{ id: 'q-single', shuffle: true }]);
  await app.user.click(switchOf(dialog) as HTMLElement);
  await save(app, dialog);
  await waitFor(async () => expect((await readSet(setId)).questions[0]?.shuffle).toBeUndefined());
});

test('a new question is shuffled if the question before it is, and questions without choices have no shuffle switch', async () => {
  const { app, dialog } = await openSet({ ...single, shuffle: true });
  await app.user.click(dialog.getByRole('button', { name: '問題を追加' }));
  expect(switchOf(dialog)?.checked).toBe(true);

  await app.user.click(dialog.getByRole('radio', { name: '並べ替え' }));
  expect(switchOf(dialog)).toBeNull();
  await app.user.click(dialog.getByRole('radio', { name: '記述' }));
  expect(switchOf(dialog)).toBeNull();
});

test('settings of questions are never sent to a server without their capabilities, and the editor has no switches', async () => {
  const info = (await callAs('teacher', 'GET', '/info/')) as { abilities: string[] };
  const abilities = info.abilities.filter((name) => !['shuffle', 'lenient'].includes(name));
  network.answer('GET /info/', 200, { ...info, abilities });
  const { app, dialog, setId } = await openSet({ ...single, shuffle: true }, { ...text, lenient: true });
  expect(switchOf(dialog)).toBeNull();
  await openQuestion(app, dialog, 2);
  expect(dialog.getByLabelText('正解1')).toBeDefined();
  expect(dialog.queryByRole('switch')).toBeNull();
  await app.user.type(dialog.getByLabelText(/^タイトル/), '改');
  await save(app, dialog);
  await saved();

  expect(JSON.stringify(lastBody('PUT'))).not.toMatch(/shuffle|lenient/);
  expect((await readSet(setId)).questions[0]?.shuffle).toBe(true);
  expect(await callAs('teacher', 'GET', `/question-set/${setId}/explanation`)).toMatchObject({
    questions: [{}, { lenient: true }],
  });
});
