/** Tests question statistics (問題の分析): from the lesson's editor to the hardest question, and back. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { pageOf } from '@tests/support/companies';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

test('a teacher opens the statistics of a question set, sees numbers as text, and goes on to the editor', async () => {
  const app = await renderApp({ user: 'teacher', path: '/lessons/edit/git-pipes' });
  const [link] = await screen.findAllByRole('link', { name: /^「.*」の分析$/ });
  if (!link) throw new Error('no link');
  await app.user.click(link);

  await main().findByRole('heading', { level: 1, name: '問題の分析' });
  await main().findByText(/^受講者\d+名の、最後の解答から数えています。$/);
  const cards = within(main().getByRole('list', { name: '問題' })).getAllByRole('listitem');
  const share = (card: HTMLElement) => Number(/正解した人(\d+)%（\d+名）/.exec(card.textContent ?? '')?.[1]);
  expect(cards.map(share)).toEqual(cards.map(share).toSorted((a, b) => a - b));
  await app.user.click(main().getByText('出題順'));
  expect(
    within(main().getByRole('list', { name: '問題' })).getAllByRole('heading', { level: 2 })[0]?.textContent,
  ).toMatch(/^問1（/);
  expect(main().getByRole('link', { name: '問題集を編集' }).getAttribute('href')).toMatch(/^\/lessons\/edit\//);
});

test('staff with too few learners for statistics see the number of learners that statistics need', async () => {
  const head = { questionSetId: 'git-q-cli', lessonId: 'git-pipes', title: '確認', updatedAt: '2026-11-22T00:00:00Z' };
  network.answer('GET /question-set/git-q-cli/stats', 200, {
    ...head,
    peopleCount: 3,
    questions: [],
    isWithheld: true,
  });
  await renderApp({ user: 'staff', path: '/question-stats/git-q-cli' });

  await main().findByText('解いた人が10名以上になると表示します（いま3名）');
});

describe('on a server without statistics', () => {
  const withoutStatistics = async () => {
    const info = (await callAs('admin', 'GET', '/info/')) as object;
    network.answer('GET /info/', 200, { ...info, abilities: [] });
  };
  const statsCalls = () => network.calls().filter((call) => call.includes('/stats'));

  test('without the capability, statistics are counted from learners’ last answers, by the specification’s calls alone', async () => {
    await withoutStatistics();
    await renderApp({ user: 'teacher', path: '/question-stats/git-q-cli' });

    await main().findByText(/^受講者\d+名の、最後の解答から数えています。$/);
    expect(main().queryByText(/受講者200名まで/)).toBeNull();
    expect(statsCalls()).toEqual([]);
  });

  test('a staff member opens statistics from the question set, and sees no more about few people than the server sends', async () => {
    await withoutStatistics();
    const app = await renderApp({ user: 'staff', path: '/question/solve/git-q-cli' });
    await app.user.click(await main().findByRole('link', { name: '問題の分析' }));

    await main().findByText(/^解いた人が10名以上になると表示します（いま\d名）$/);
    expect(statsCalls()).toEqual([]);
  });

  test('with more than 200 learners, statistics count only the first ones, and the screen says so', async () => {
    await withoutStatistics();
    const learner = (index: number) => ({
      id: `l${index}`,
      username: `l${index}`,
      name: `受講者${index}`,
      role: 'STUDENT',
    });
    network.answer(/^GET \/users\/\?/, 200, pageOf(Array.from({ length: 201 }, (_, index) => learner(index))));
    const done = { questionSetId: 'git-q-cli', lessonId: 'git-pipes', title: '', submitCount: 1, maxScore: 1 };
    const questionSets = [{ ...done, lastSubmittedAt: '2026-11-22T00:00:00Z', lastScore: 0, lastAnswers: [] }];
    network.answer(/^GET \/progress\/detail\/l\d+\//, 200, { courseId: 'git', lessonCount: 1, questionSets });
    await renderApp({ user: 'teacher', path: '/question-stats/git-q-cli' });

    await main().findByText('受講者200名の、最後の解答から数えています。');
    main().getByText(/受講者200名までの最後の解答から数えます/);
  });
});
