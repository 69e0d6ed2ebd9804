/** Tests an ordering question while the drag-and-drop code loads and its rows replace the plain rows. */
import '@/boot/zod-config';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';

import type { Question } from '@/api/question-sets';
import { OrderAnswer } from '@/features/questions/player/QuestionPlayer';
import type { AnswerValue } from '@/study/answer-sheet';

afterEach(cleanup);

const question: Question = {
  id: 'q1',
  type: 'order',
  body: '並べてください',
  choices: ['一', '二', '三'].map((body, index) => ({ id: `c${index + 1}`, body })),
};
const button = (name: string) => screen.getByRole('button', { name });

function Solving() {
  const [answer, setAnswer] = useState<AnswerValue>();
  return <OrderAnswer question={question} answer={answer} onAnswer={setAnswer} labelId="title" />;
}

/** Renders the question, and runs an action when drag and drop is loaded but not rendered yet. */
async function whileDraggingArrives(doIt: () => void): Promise<void> {
  render(
    <MantineProvider>
      <Solving />
    </MantineProvider>,
  );
  await act(async () => {
    await import('@/features/questions/player/OrderDrag');
    await new Promise((resolve) => setTimeout(resolve));
    expect(screen.queryByRole('button', { name: '1番目を動かす' })).toBeNull();
    doIt();
  });
  expect(button('1番目を動かす')).toBeTruthy();
}

test('a button focused while drag and drop loads keeps the focus', async () => {
  await whileDraggingArrives(() => button('1番目を下へ').focus());

  expect(document.activeElement).toBe(button('1番目を下へ'));
});

test('a choice moved while drag and drop loads keeps the focus on its button, at its new place', async () => {
  await whileDraggingArrives(() => {
    button('1番目を下へ').focus();
    fireEvent.click(button('1番目を下へ'));
  });

  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['1二', '2一', '3三']);
  expect(document.activeElement).toBe(button('2番目を下へ'));
});

test('an ordering list that has lost the focus does not take it back', async () => {
  await whileDraggingArrives(() => {
    button('1番目を下へ').focus();
    button('1番目を下へ').blur();
  });

  expect(document.activeElement).toBe(document.body);
});

test('a choice moved to the top keeps the focus on its button, which is only aria-disabled', () => {
  render(
    <MantineProvider>
      <Solving />
    </MantineProvider>,
  );
  button('2番目を上へ').focus();
  fireEvent.click(button('2番目を上へ'));

  expect(document.activeElement).toBe(button('1番目を上へ'));
  expect(button('1番目を上へ')).toHaveProperty('disabled', false);
  fireEvent.click(button('1番目を上へ'));
  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['1二', '2一', '3三']);
});
