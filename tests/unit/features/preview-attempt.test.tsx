/**
 * Tests 試し解き, an author's preview of a question set: solved in memory, with the result at the end; nothing is stored or
 * sent.
 */
import '@/boot/zod-config';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test, vi } from 'vitest';

import type { Explanation, QuestionSet } from '@/api/question-sets';
import { PreviewAttempt } from '@/features/questions/preview/PreviewAttempt';

afterEach(cleanup);

const choices = ['一', '二'].map((body, index) => ({ id: `c${index + 1}`, body }));
const questionSet: QuestionSet = {
  id: 's1',
  lessonId: 'l1',
  title: '試し',
  order: 0,
  updatedAt: '2026-11-01T00:00:00.000Z',
  questions: [
    { id: 'q1', type: 'single', body: 'ひとつめ', choices },
    { id: 'q2', type: 'text', body: 'ふたつめ', choices: [] },
  ],
};
const explanation: Explanation = {
  questionSetId: 's1',
  updatedAt: questionSet.updatedAt,
  questions: [
    { questionId: 'q1', correctChoiceIds: ['c2'], explanation: '二が正しいです。' },
    { questionId: 'q2', acceptedAnswers: ['答え'], explanation: '' },
  ],
};

function renderPreview(set: QuestionSet = questionSet) {
  const onClose = vi.fn<() => void>();
  const fetching = vi.spyOn(globalThis, 'fetch');
  render(
    <MantineProvider>
      <QueryClientProvider client={new QueryClient()}>
        <PreviewAttempt questionSet={set} explanation={explanation} onClose={onClose} />
      </QueryClientProvider>
    </MantineProvider>,
  );
  return { onClose, fetching, user: userEvent.setup({ delay: null }) };
}

test('a previewed set is solved, graded and explained without storing or sending anything', async () => {
  const { onClose, fetching, user } = renderPreview();
  await screen.findByText('1 / 2 問・単一選択');
  await user.keyboard('2{Enter}');
  await user.type(await screen.findByLabelText('解答'), 'ちがう{Enter}');
  await screen.findByRole('heading', { name: '提出前の確認' });
  await user.click(screen.getByRole('button', { name: '結果を見る' }));

  expect(screen.getByRole('status').textContent).toContain('1 / 2 問正解');
  await user.click(screen.getByRole('button', { name: /^問1/ }));
  await screen.findByText('二が正しいです。');
  await user.click(screen.getByRole('button', { name: '結果に戻る' }));
  await user.click(screen.getByRole('button', { name: '試し解きを終える' }));

  expect(onClose).toHaveBeenCalledOnce();
  expect(fetching).not.toHaveBeenCalled();
  expect((await indexedDB.databases()).map(({ name }) => name)).not.toContain('drafts');
});

test('a repeated preview starts without the previous answers', async () => {
  const { user } = renderPreview();
  await screen.findByText('1 / 2 問・単一選択');
  await user.keyboard('2{Enter}');
  await screen.findByLabelText('解答');
  await user.click(screen.getByRole('button', { name: '確認へ' }));
  await user.click(screen.getByRole('button', { name: '結果を見る' }));
  await user.click(screen.getByRole('button', { name: 'もう一度解く' }));

  const choicesShown = within(await screen.findByRole('radiogroup')).getAllByRole<HTMLInputElement>('radio');
  expect(choicesShown.map(({ checked }) => checked)).toEqual([false, false]);
});

test('a preview of a set without questions shows a message that it has none', () => {
  renderPreview({ ...questionSet, questions: [] });
  expect(screen.getByText('問題はまだありません')).toBeTruthy();
});
