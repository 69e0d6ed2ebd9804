/** The audit log of people, companies and courses, for admins. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

useOwnServer('audit');
const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

test('the audit log lists who did what to whom, newest first', async () => {
  await callAs('teacher', 'PATCH', '/companies/minato', { note: '覚え書き' });
  await callAs('admin', 'PATCH', '/courses/git', { title: 'Gitの初歩' });
  const app = await renderApp({ user: 'admin', path: '/' });

  await app.user.click(await screen.findByRole('link', { name: '操作の記録' }));

  const [, first, second] = await within(await main().findByRole('table', { name: '操作の記録' })).findAllByRole('row');
  expect(first?.textContent).toMatch(/（admin）コースの変更Gitの初歩$/);
  expect(second?.textContent).toMatch(/（teacher）企業の変更株式会社みなと$/);
});

test('the audit log keeps its page number in the URL', async () => {
  const entry = { actorId: null, actorName: null, action: 'create', kind: 'user', subjectId: 'u1', subjectName: '人' };
  const items = [{ id: 'e1', at: '2026-11-22T00:00:00.000Z', ...entry }];
  network.answer('GET /audit/?page=1&size=50', 200, { items, total: 101, page: 1, size: 50, pages: 3 });
  const second = [{ ...items[0], subjectName: '次の人' }];
  network.answer('GET /audit/?page=2&size=50', 200, { items: second, total: 101, page: 2, size: 50, pages: 3 });
  const app = await renderApp({ user: 'admin', path: '/audit' });
  expect((await main().findByRole('status')).textContent).toBe('101件');
  expect(main().getByRole('cell', { name: 'サーバーの起動' })).toBeTruthy();

  await app.user.click(main().getByRole('button', { name: '2ページ' }));

  await main().findByRole('cell', { name: '次の人' });
  expect(app.href).toBe('/audit?page=2');
});

test('the audit log is not found on a server without it, and no request is sent', async () => {
  const info = (await callAs('admin', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await renderApp({ user: 'admin', path: '/audit' });

  await screen.findByRole('heading', { level: 1, name: /見つかりません/ });
  expect(screen.queryByRole('link', { name: '操作の記録' })).toBeNull();
  expect(network.calls().filter((words) => words.includes('/audit'))).toEqual([]);
});
