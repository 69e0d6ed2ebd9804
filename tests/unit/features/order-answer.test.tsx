/** A question put in order, at the moment in which dragging has loaded and its rows take the place of the first ones. */
import '@/boot/zod-config';
import { MantineProvider } from '@mantine/core';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';

import type { Question } from '@/api/question-sets';
import { OrderAnswer } from '@/features/questions/player/OrderAnswer';
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

/** Renders the question, and does something when dragging has arrived but is not on the page yet. */
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

test('who reaches a button at that moment stays on it', async () => {
  await whileDraggingArrives(() => button('1番目を下へ').focus());

  expect(document.activeElement).toBe(button('1番目を下へ'));
});

test('who moves a choice at that moment stays on its button, at its new place', async () => {
  await whileDraggingArrives(() => {
    button('1番目を下へ').focus();
    fireEvent.click(button('1番目を下へ'));
  });

  expect(screen.getAllByRole('listitem').map((row) => row.textContent)).toEqual(['1二', '2一', '3三']);
  expect(document.activeElement).toBe(button('2番目を下へ'));
});

test('who has left the list is not called back', async () => {
  await whileDraggingArrives(() => {
    button('1番目を下へ').focus();
    button('1番目を下へ').blur();
  });

  expect(document.activeElement).toBe(document.body);
});

test('who moves a choice to the top stays on its button, which goes no further', () => {
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
