/**
 * Tests the CSV import of users from a company's own screen: their company, the number of presses, and printed slips
 * with their passwords.
 */
import { screen, waitFor } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { chooseFile, freeName, listUsers, press, useSavedFiles } from '@tests/support/users-csv';
import { expect, test, vi } from 'vitest';

useOwnServer('import-company');

const saved = useSavedFiles();

test('an import from a company’s screen adds new people to it; a company in the file wins, and existing people stay', async () => {
  const app = await renderApp({ user: 'admin', path: '/users/new?companyId=minato&by=csv' });
  await screen.findByText(
    (_, part) =>
      part?.tagName === 'SPAN' && /^追加する人の企業は.+「株式会社みなと」になります。$/.test(part.textContent ?? ''),
  );
  const [here, there] = [freeName(), freeName()];
  await chooseFile(
    app,
    [
      'ユーザー名,氏名,企業,パスワード',
      `${here},ここの人,,own-secret`,
      `${there},よその人,有限会社やまびこ製作所,own-secret`,
    ].join('\n'),
  );
  await press(app, await screen.findByRole('button', { name: '2名を取り込む' }).then(() => '2名を取り込む'));

  await screen.findByText('2名を追加しました。');
  const companyOf = (await listUsers()).map(({ username, companyId }) => [username, companyId]);
  expect(companyOf).toContainEqual([here, 'minato']);
  expect(companyOf).toContainEqual([there, 'yamabiko']);
  await app.user.click(screen.getByRole('link', { name: '利用者を見る' }));
  await waitFor(() => expect(app.href).toBe('/companies/minato'));
});

test('importing 20 people from the template takes at most 6 presses from the company’s screen, and gives slips to print', async () => {
  const app = await renderApp({ user: 'admin', path: '/companies/minato' });
  let presses = 0;
  const tap = async (role: 'link' | 'radio' | 'button', name: string) => {
    presses += 1;
    await app.user.click(await screen.findByRole(role, { name }));
  };
  await tap('link', '利用者を追加');
  await tap('radio', 'CSVでまとめて');
  await tap('button', 'ひな形をダウンロード');
  const [head = ''] = ((await saved[0]?.text()) ?? '').split('\r\n');
  const names = Array.from({ length: 20 }, freeName);
  await tap('button', 'CSVファイルを選ぶ');
  await chooseFile(app, [head, ...names.map((name) => `"${name}","二十人","","","","","",""`)].join('\r\n'));
  await tap('button', '初期パスワードを保存（20名）');
  await tap('button', '20名を取り込む');

  await screen.findByText('20名を追加しました。');
  expect(presses).toBeLessThanOrEqual(6);
  const print = vi.fn<() => void>();
  vi.stubGlobal('print', print);
  await press(app, '初期パスワードの控えを印刷（20名）');
  expect(print).toHaveBeenCalledOnce();
  expect(document.documentElement.dataset.print).toBe('slips');
  expect(
    (await listUsers()).filter((user) => names.includes(user.username ?? '') && user.companyId === 'minato'),
  ).toHaveLength(20);
});
