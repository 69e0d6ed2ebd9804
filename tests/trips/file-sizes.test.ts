/** Tests the disk usage of files, for admins. */
import { screen, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { callAs } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { expect, test } from 'vitest';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));
const file = { containerName: 'pub-container', fileType: 'img', updatedAt: '2026-11-22T00:00:00.000Z' };

test('the screen of file sizes lists the number and size of files, and the largest with their lessons', async () => {
  const largest = [
    {
      ...file,
      id: 'f1',
      fileName: 'map.png',
      byteLength: 2 * 1024 * 1024,
      lessons: [{ id: 'security-why', title: 'なぜ守るか' }],
    },
    {
      ...file,
      id: 'f3',
      fileName: 'cover.png',
      byteLength: 1024 * 1024,
      lessons: [],
      courses: [{ id: 'git', title: 'Git' }],
    },
    { ...file, id: 'f2', fileName: 'old.png', byteLength: 300 * 1024, lessons: [] },
    {
      ...file,
      id: 'f4',
      fileName: 'gone.png',
      byteLength: 200 * 1024,
      lessons: [],
      uses: [{ kind: 'trash', title: '消した課' }],
    },
  ];
  network.answer('GET /file-sizes/', 200, { count: 43, byteLength: 5 * 1024 * 1024, largest });
  const app = await renderApp({ user: 'admin', path: '/' });

  await app.user.click(await screen.findByRole('link', { name: 'ファイルの容量' }));

  const table = await main().findByRole('table', { name: '大きいファイル' });
  expect(main().getByRole('status').textContent).toBe('レッスンの本文と画像は、43件で合わせて5 MBです。');
  const rows = within(table).getAllByRole('row');
  expect(rows.slice(1).map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^map\.png2 MB.*レッスン「なぜ守るか」$/),
    expect.stringMatching(/^cover\.png1 MB.*コース「Git」の画像$/),
    expect.stringMatching(/^old\.png300 kB.*未使用$/),
    expect.stringMatching(/^gone\.png200 kB.*ごみ箱の「消した課」$/),
  ]);
  expect(main().getByRole('link', { name: 'レッスン「なぜ守るか」' }).getAttribute('href')).toBe(
    '/lessons/security-why',
  );
});

test('the screen of file sizes is “not found” on a server without that capability, and no request is sent', async () => {
  const info = (await callAs('admin', 'GET', '/info/')) as object;
  network.answer('GET /info/', 200, { ...info, abilities: [] });
  await renderApp({ user: 'admin', path: '/file-sizes' });

  await screen.findByRole('heading', { level: 1, name: /見つかりません/ });
  expect(screen.queryByRole('link', { name: 'ファイルの容量' })).toBeNull();
  expect(network.calls().filter((words) => words.includes('/file-sizes'))).toEqual([]);
});
