/** Tests required courses (必修): a teacher sets a date for a company, its learners and staff see it. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { chooseMore } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { afterEach, expect, test, vi } from 'vitest';

import { dayInJapan, timeInJapan } from '@/lib/japan-time';
import { dueDayWords } from '@/study/due-words';

useOwnServer('assignments');
const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const title = (name: string | RegExp) => main().findByRole('heading', { level: 1, name });
const inDays = (days: number) => new Date(Date.now() + days * 86_400_000);
const require = (id: string, courseId: string, days: number) =>
  callAs('teacher', 'POST', '/assignments/', { id, courseId, companyId: 'minato', dueAt: inDays(days).toISOString() });

afterEach(async () => {
  const { items } = (await callAs('teacher', 'GET', '/assignments/')) as { items: { id: string }[] };
  for (const { id } of items) await callAs('teacher', 'DELETE', `/assignments/${id}`);
});

test('a teacher abroad makes a course required until the end of a day in Japan, and removes the requirement', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  const app = await renderApp({ user: 'teacher', path: '/companies/minato' });
  await app.user.click(await main().findByRole('button', { name: '必修', expanded: false }));
  const region = within(await main().findByRole('region', { name: '必修' }));
  await app.user.click(region.getByRole('button', { name: '必修を追加' }));
  await region.findByRole('option', { name: '情報セキュリティの基本' });
  await app.user.selectOptions(region.getByLabelText(/^コース/), '情報セキュリティの基本');
  const day = inDays(35);
  await app.user.type(region.getByLabelText(/^期限/), dayInJapan(day.getTime()));
  await app.user.click(region.getByRole('button', { name: '追加' }));

  const row = await region.findByRole('listitem');
  expect(row.textContent).toContain('情報セキュリティの基本');
  expect(row.textContent).toContain(dueDayWords(day.toISOString(), Date.now()));
  const sent = network.sent.find(({ method, path }) => method === 'POST' && path.startsWith('/assignments/'));
  const { dueAt } = JSON.parse(sent?.body ?? '') as { dueAt: string };
  expect(timeInJapan(dueAt)).toBe(`${dayInJapan(day.getTime())} 23:59:59`);
  await chooseMore(app, '必修「情報セキュリティの基本」', '削除');
  await app.user.click(within(row).getByRole('button', { name: '必修を削除' }));

  await region.findByText('この企業に必修のコースはありません。');
});

test('an assignment whose note alone is changed keeps its date to the second, and sends none', async () => {
  vi.stubEnv('TZ', 'America/Los_Angeles');
  await require('a1', 'security', 35);
  const [before] = ((await callAs('teacher', 'GET', '/assignments/')) as { items: { dueAt: string }[] }).items;
  const app = await renderApp({ user: 'teacher', path: '/companies/minato' });
  await app.user.click(await main().findByRole('button', { name: '必修', expanded: false }));
  await chooseMore(app, '必修「情報セキュリティの基本」', '編集');
  expect(((await main().findByLabelText(/^期限/)) as HTMLInputElement).value).toBe(dayInJapan(before?.dueAt ?? ''));
  await app.user.type(main().getByLabelText(/^メモ/), '船に乗る前に');
  await app.user.click(main().getByRole('button', { name: '保存' }));

  const sent = await waitFor(() => {
    const found = network.sent.find(({ method, path }) => method === 'PATCH' && path === '/assignments/a1');
    expect(found).toBeDefined();
    return JSON.parse(found?.body ?? '') as object;
  });
  expect(sent).toMatchObject({ note: '船に乗る前に' });
  expect(sent).not.toHaveProperty('dueAt');
  await waitFor(async () => {
    const { items } = (await callAs('teacher', 'GET', '/assignments/')) as { items: object[] };
    expect(items).toMatchObject([{ dueAt: before?.dueAt, note: '船に乗る前に' }]);
  });
});

test('home and course show a learner the required date and the days left', async () => {
  await require('a1', 'security', 35);
  const app = await renderApp({ user: 'student', path: '/' });
  const region = within(await main().findByRole('region', { name: '必修' }));
  expect(region.getByRole('listitem').textContent).toMatch(
    /^情報セキュリティの基本(\d+年)?\d+月\d+日まで・あと35日 ・ \d+ \/ 14 レッスン$/,
  );
  await app.user.click(region.getByRole('link', { name: '情報セキュリティの基本' }));

  await title('情報セキュリティの基本');
  await main().findByText(/^必修 ・ (\d+年)?\d+月\d+日まで・あと35日$/);
});

test('home shows required dates from the device without a network', async () => {
  await require('a1', 'security', 35);
  const app = await renderApp({ user: 'student', path: '/' });
  await main().findByRole('region', { name: '必修' });
  network.cut();
  await app.reload();

  await main().findByRole('region', { name: '必修' });
});

test('the home of a teacher begins with the people who are late, and names the course in which they are late', async () => {
  await require('a1', 'statistics', -2);
  await renderApp({ user: 'teacher', path: '/' });
  const region = within(await main().findByRole('region', { name: /^遅れている人 \d+名$/ }));

  const rows = await region.findAllByRole('listitem');
  await waitFor(() =>
    expect(rows.map(({ textContent }) => textContent).join()).toMatch(/必修「.+」が2日過ぎています：未読\d+/),
  );
});

test('assignments are not requested from a server without the capability', async () => {
  const info = (await callAs('student', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: undefined });
  await renderApp({ user: 'student', path: '/' });
  await title(/のホーム$/);

  expect(main().queryByRole('region', { name: '必修' })).toBeNull();
  expect(network.calls().filter((words) => words.includes('/assignments/'))).toEqual([]);
});
