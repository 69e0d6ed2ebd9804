/** Tests that a person's screen lists the courses required of that person, which can be added, changed and removed. */
import { fireEvent, screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { chooseMore } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import type { Assignment } from '@/api/assignments';

useOwnServer('person-assignments');
const network = useNetworkStub();
const PATH = '/users/detail/user-student';
const findCard = async () => within(await screen.findByRole('region', { name: 'この人だけの必修' }));
const stored = async () => ((await callAs('admin', 'GET', '/assignments/')) as { items: Assignment[] }).items;
const require = (id: string, userIds: readonly string[]) =>
  callAs('admin', 'POST', '/assignments/', { id, courseId: 'git', userIds, dueAt: '2030-12-31T14:59:59Z' });

async function removeFirst(app: OpenedApp): Promise<void> {
  const card = await findCard();
  await chooseMore(app, '必修「Gitとコマンドライン」', '削除');
  await app.user.click(card.getByRole('button', { name: '必修を削除' }));
  await card.findByText(/^この人だけの必修はありません。/);
}

test('a teacher makes a course required for one person, changes its date and removes the requirement', async () => {
  const app = await renderApp({ user: 'teacher', path: PATH });
  const card = await findCard();
  await card.findByText(/^この人だけの必修はありません。/);
  await app.user.click(card.getByRole('button', { name: '必修を追加' }));
  await card.findByRole('option', { name: 'Gitとコマンドライン' });
  await app.user.selectOptions(card.getByRole('combobox', { name: /コース/ }), 'git');
  fireEvent.change(card.getByLabelText(/期限/), { target: { value: '2030-11-30' } });
  await app.user.click(card.getByRole('button', { name: '追加' }));
  await chooseMore(app, '必修「Gitとコマンドライン」', '編集');
  fireEvent.change(card.getByLabelText(/期限/), { target: { value: '2030-12-31' } });
  await app.user.click(card.getByRole('button', { name: '保存' }));
  await card.findByText(/12月31日/);
  expect(await stored()).toMatchObject([{ courseId: 'git', userIds: ['user-student'] }]);

  await removeFirst(app);

  expect(await stored()).toEqual([]);
});

test('removing a shared requirement from one person keeps the requirement for the other people', async () => {
  await require('shared', ['user-student', 'user-yamada']);
  const app = await renderApp({ user: 'teacher', path: PATH });
  await (await findCard()).findByText(/ほか1名と共通/);

  await removeFirst(app);

  expect(await stored()).toMatchObject([{ id: 'shared', userIds: ['user-yamada'] }]);
});

test('staff see which courses are required of a person, and cannot change these requirements', async () => {
  await require('seen', ['user-student']);
  await renderApp({ user: 'staff', path: PATH });

  const card = await findCard();
  await waitFor(() => expect(card.getAllByRole('listitem')).toHaveLength(1));
  expect(card.queryByRole('button')).toBeNull();
});

test('assignments are not requested from a server without the capability, and the section for them is not shown', async () => {
  const info = (await callAs('admin', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await renderApp({ user: 'teacher', path: PATH });

  await screen.findByRole('link', { name: '受講記録簿' });
  expect(screen.queryByRole('region', { name: 'この人だけの必修' })).toBeNull();
  expect(network.calls().filter((words) => words.includes('/assignments'))).toEqual([]);
});
