/** Tests that an import requests only the people whom its file names, because there may be thousands. */
import { screen } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

import type { User } from '@/api/users';

useOwnServer('import-asks');
const network = useNetworkStub();
const counts = () =>
  [...document.querySelectorAll('button[data-kind]')].map((part) => part.textContent?.replace(' ', '')).join(' ');
const press = (app: OpenedApp, name: string) => app.user.click(screen.getByRole('button', { name }));

/** Opens the import dialog with a CSV file. */
async function openFile(...lines: string[]): Promise<OpenedApp> {
  const app = await renderApp({ user: 'admin', path: '/users/new?by=csv' });
  await screen.findByRole('button', { name: 'CSVファイルを選ぶ' });
  await app.user.upload(
    screen.getByLabelText('CSVファイル'),
    new File([lines.join('\n')], '利用者.csv', { type: 'text/csv' }),
  );
  return app;
}

const asked = () => network.calls().filter((words) => words.startsWith('GET /users/'));

test('an import requests exactly the people in its file, in one call', async () => {
  await openFile('ユーザー名,氏名', 'staff,田中 健一', ' Student ,佐藤 花', '佐藤,名', 'staff,二度');
  await screen.findByRole('heading', { name: '利用者.csv の内容' });
  expect(asked()).toEqual(['GET /users/?usernames=staff%2Cstudent&courses=false&page=1&size=200']);
  expect(counts()).toBe('変更1名 変更なし1名 誤り2名');
});

test('an import also looks up people by the numeric form of their user names and by e-mail, where its file has them', async () => {
  await openFile('ユーザー名,氏名,メール', 'staff,田中 健一,Tanaka@Example.com', '00123,新人,');
  await screen.findByRole('heading', { name: '利用者.csv の内容' });
  const end = '&courses=false&page=1&size=200';
  expect(asked()).toEqual([
    `GET /users/?usernames=staff%2C00123${end}`,
    `GET /users/?numbers=123${end}`,
    `GET /users/?emails=tanaka%40example.com${end}`,
  ]);
});

test('an import requests all people from a server that cannot look up names', async () => {
  const staff = (await callAs('admin', 'GET', '/users/user-staff')) as User;
  network.answer(/^GET \/users\//, 200, {
    items: [staff],
    total: 1,
    page: 1,
    size: 200,
    pages: 1,
    applied: ['courses'],
  });
  await openFile('ユーザー名,氏名', 'staff,田中 健一');
  await screen.findByText('取り込むものはありません。');
  expect(asked().at(-1)).toBe('GET /users/?page=1&size=200');
});

test('a person whose creation got no response is looked up by name, and not added again', async () => {
  const name = 'received';
  const row = { username: name, name: '届いた人', role: 'STUDENT', password: 'own-secret' };
  const app = await openFile('ユーザー名,氏名,パスワード', `${name},届いた人,own-secret`);
  await screen.findByRole('button', { name: '1名を取り込む' });
  network.answer('POST /users/', 504, {});
  await press(app, '1名を取り込む');
  await screen.findByRole('button', { name: '続きを取り込む（1名）' });
  network.restore();
  await callAs('admin', 'POST', '/users/', row);
  const before = asked().length;
  await press(app, '続きを取り込む（1名）');

  await screen.findByText('1名を追加しました。');
  expect(asked()[before]).toBe(`GET /users/?usernames=${name}&courses=false&page=1&size=200`);
});
