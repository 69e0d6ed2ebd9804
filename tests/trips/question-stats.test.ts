/** 問題の分析: from the lesson's editor to the hardest question, and back. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

test('a teacher opens the statistics of a set, sees numbers in words, and goes on to the editor', async () => {
  const app = await renderApp({ user: 'teacher', path: '/lessons/edit/git-pipes' });
  const [link] = await screen.findAllByRole('link', { name: /^「.*」の分析$/ });
  if (!link) throw new Error('no link');
  await app.user.click(link);

  await main().findByRole('heading', { level: 1, name: '問題の分析' });
  await main().findByText(/^受講者\d+人の、最後の解答を数えています。$/);
  const cards = within(main().getByRole('list', { name: '問題' })).getAllByRole('listitem');
  const share = (card: HTMLElement) => Number(/正解した人(\d+)%（\d+人）/.exec(card.textContent ?? '')?.[1]);
  expect(cards.map(share)).toEqual(cards.map(share).toSorted((a, b) => a - b));
  await app.user.click(main().getByText('出題順'));
  expect(
    within(main().getByRole('list', { name: '問題' })).getAllByRole('heading', { level: 2 })[0]?.textContent,
  ).toMatch(/^問1（/);
  expect(main().getByRole('link', { name: '問題集を編集' }).getAttribute('href')).toMatch(/^\/lessons\/edit\//);
});

test('staff of few learners see from which number on there is something', async () => {
  const head = { questionSetId: 'git-q-cli', lessonId: 'git-pipes', title: '確認', updatedAt: '2026-11-22T00:00:00Z' };
  network.answer('GET /question-set/git-q-cli/stats', 200, {
    ...head,
    peopleCount: 3,
    questions: [],
    isWithheld: true,
  });
  await renderApp({ user: 'staff', path: '/question-stats/git-q-cli' });

  await main().findByText('解いた人が10人以上になると表示します（いま3人）');
});

test('the screen is not found on a server without statistics', async () => {
  const info = (await callAs('admin', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await renderApp({ user: 'teacher', path: '/question-stats/git-q-cli' });

  await screen.findByRole('heading', { level: 1, name: /見つかりません/ });
});
