/**
 * Tests another user's page: the lessons and question sets that the person has left, and the actions offered for the
 * person.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const names = (label: string) =>
  within(main().getByRole('list', { name: label }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);

test('a person’s page lists the unread lessons and unsolved sets of a course when they are opened', async () => {
  const app = await renderApp({ user: 'staff', path: '/users/detail/user-student' });
  expect(main().queryByText('未読のレッスン')).toBeNull();
  const outlines = () => network.calls().filter((words) => /^GET \/courses\/[a-z]/.test(words));
  expect(outlines()).toEqual([]);

  await app.user.click(main().getByText('「情報セキュリティの基本」の').parentElement as HTMLElement);

  await main().findByText('未読のレッスン');
  expect(outlines()).toEqual(['GET /courses/security']);
  expect(names('未読のレッスン')).toHaveLength(8);
  expect(names('未読のレッスン')[0]).toBe('端末を守る習慣');
  expect(names('未解答の問題集')).toEqual(['確認問題：暗号の基本', '確認問題：事故が起きたら']);
});

test('a person’s page shows a required course first, with the titles of its unread lessons', async () => {
  const dueAt = new Date(Date.now() - 5 * 86_400_000).toISOString();
  const required = { id: 'a1', courseId: 'security', companyId: 'minato', dueAt, updatedAt: dueAt, createdAt: dueAt };
  network.answer(/^GET \/assignments\//, 200, { items: [required], total: 1, page: 1, size: 200, pages: 1 });
  await renderApp({ user: 'staff', path: '/users/detail/user-student' });

  await main().findByText('未読のレッスン');
  expect(main().getAllByRole('heading', { level: 3 })[0]?.textContent).toBe('情報セキュリティの基本');
  main().getByText('必修「情報セキュリティの基本」が5日過ぎています：未読8');
});

test('a person’s page lists no lessons of a draft, and offers to retry when the outline fails to load', async () => {
  const outline = await callAs('staff', 'GET', '/courses/security');
  network.answer('GET /courses/security', 500, { title: 'x' });
  const app = await renderApp({ user: 'staff', path: '/users/detail/user-student' });
  await app.user.click(main().getByText('「情報セキュリティの基本」の').parentElement as HTMLElement);
  const again = await main().findByRole('button', { name: 'もう一度' });

  network.answer('GET /courses/security', 200, { ...(outline as object), status: 'draft' });
  await app.user.click(again);

  await waitFor(() => expect(main().queryByRole('button', { name: 'もう一度' })).toBeNull());
  await waitFor(() => expect(main().queryByText('レッスンのタイトルを読み込んでいます')).toBeNull());
  expect(main().queryByText('未読のレッスン')).toBeNull();
});

test('a person’s page offers a mail to the person, and a new password if the viewer may edit', async () => {
  const user = await callAs('admin', 'GET', '/users/user-watanabe');
  network.answer('GET /users/user-watanabe', 200, { ...(user as object), email: 'sakura@example.com?bcc=x' });
  const app = await renderApp({ user: 'teacher', path: '/users/detail/user-watanabe' });
  const mail = await main().findByRole('link', { name: 'メールを書く' });
  expect(mail.getAttribute('href')).toBe('mailto:sakura@example.com%3Fbcc%3Dx');

  await app.user.click(main().getByRole('link', { name: '新しいパスワード' }));

  await main().findByLabelText('新しいパスワード');
  expect(app.href).toBe('/users/edit/user-watanabe#password');
});
