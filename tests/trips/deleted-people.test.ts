/** Tests that a deleted person is gone from every screen, also from those reached by Back. */
import { screen } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { chooseMore } from '@tests/support/course-editing';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import type { User } from '@/api/users';

useOwnServer('deleted-people');
const network = useNetworkStub();
const title = (name: string | RegExp) => screen.findByRole('heading', { level: 1, name });

test('after deleting a person, Back does not show their form, and their profile is not found', async () => {
  const newUser = {
    username: 'leaver',
    name: '退社 花子',
    password: 'secret-words',
    role: 'STUDENT',
    companyId: 'minato',
  };
  const { id } = (await callAs('admin', 'POST', '/users/', newUser)) as User;
  const app = await renderApp({ user: 'admin', path: `/users/detail/${id}` });
  await app.user.click(await screen.findByRole('link', { name: '編集' }));
  await title(/退社 花子\s?さんを編集/);
  await chooseMore(app, '退社 花子さん', '削除');
  network.sent.length = 0;
  await app.user.click(screen.getByRole('button', { name: '退社 花子さんを削除' }));
  await title('株式会社みなと');
  expect(network.calls(), 'who is gone is not asked for').not.toContain(`GET /users/${id}`);

  app.router.history.back();

  await title('見つかりませんでした');
  expect(app.href).toBe(`/users/detail/${id}`);
});
