/** Tests the CSV import of files from other systems and from spreadsheets (issue 36, rows 8 to 11 and 29). */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { beforeAll, describe, expect, test } from 'vitest';

import type { User } from '@/api/users';

useOwnServer('import-other-files');
const network = useNetworkStub();
const bytesOf = (base64: string) => Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));

async function openFile(content: string | Uint8Array<ArrayBuffer>, name = '利用者.csv'): Promise<OpenedApp> {
  const app = await renderApp({ user: 'admin', path: '/users/new?by=csv' });
  await screen.findByRole('button', { name: 'CSVファイルを選ぶ' });
  await app.user.upload(screen.getByLabelText('CSVファイル'), new File([content], name));
  return app;
}
const planned = () => screen.findByRole('heading', { name: /の内容$/ });
const counts = () =>
  [...document.querySelectorAll('button[data-kind]')].map((part) => part.textContent?.replace(' ', '')).join(' ');
const listed = (title: string) =>
  within(screen.getByRole('region', { name: title }))
    .getAllByRole('listitem')
    .map((item) => item.textContent);
const rows = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => row.textContent);
const KNOWN = 'すでにいる人と思われる行（取り込みません）';
const NOTICED = '確かめる行（このまま取り込めます）';
const writes = () => network.sent.filter(({ method, path }) => method !== 'GET' && path.startsWith('/users/'));

describe('a list that Excel opened and saved again', () => {
  beforeAll(async () => {
    const people = [
      ['00123', '試験 一郎', 'ichiro@example.jp'],
      ['0045', '試験 二郎', 'jiro@example.jp'],
      ['1E05', '試験 三郎', 'saburo@example.jp'],
      ['3-11', '試験 四郎', 'shiro@example.jp'],
      ['202600000000123456', '試験 五郎', 'goro@example.jp'],
    ];
    for (const [username, name, email] of people)
      await callAs('admin', 'POST', '/users/', { username, name, email, role: 'STUDENT', password: 'own-secret' });
  });

  test('user names without leading zeros, as numbers and as dates add no user: each row names the existing person', async () => {
    await openFile(
      bytesOf(
        'g4aBW4NVgVuWvCyOgZa8LIOBgVuDiw0KMTIzLI6OjLEgiOqYWSxpY2hpcm9AZXhhbXBsZS5qcA0KNDUsjo6MsSCT8ZhZLGppcm9AZXhhbXBsZS5qcA0KMS4wMEUrMDUsjo6MsSCOT5hZLHNhYnVyb0BleGFtcGxlLmpwDQozjI4xMZP6LI6OjLEgjmyYWSxzaGlyb0BleGFtcGxlLmpwDQoyLjAyNkUrMTcsjo6MsSCM3JhZLGdvcm9AZXhhbXBsZS5qcA0K',
      ),
    );
    await planned();
    expect(counts()).toBe('確認5名');
    expect(listed(KNOWN)).toEqual(
      ['00123', '0045', '1E05', '3-11', '202600000000123456'].map((username) =>
        expect.stringContaining(`${username}（試験 `),
      ),
    );
    expect(screen.getByText('取り込むものはありません。')).toBeTruthy();
  });

  test('user names written as spreadsheet formulas match the existing people', async () => {
    await openFile('ユーザー名,氏名\r\n"=""00123""",試験 一郎\r\n="0045",試験 二郎\r\n');
    await planned();
    expect(counts()).toBe('変更なし2名');
  });
});

test('two import rows with one e-mail address are added after a warning', async () => {
  await openFile('ユーザー名,氏名,メール\ntaro.m,見本 太郎,taro@example.jp\nt-mihon,見本 太郎,TARO@example.jp');
  await planned();
  expect(counts()).toBe('追加2名');
  expect(listed(NOTICED)).toEqual([
    '3行目 見本 太郎 t-mihon：メール：2行目と同じです。同じ人ではないか、確かめてください。',
  ]);
});

test('e-mail addresses of mobile carriers and Japanese domains are accepted; a wrong one leaves out only its cell', async () => {
  await openFile(
    [
      'ユーザー名,氏名,メール',
      'keitai1,携帯 一,abc..def.@docomo.ne.jp',
      'keitai2,携帯 二,.abc@ezweb.ne.jp',
      'keitai3,携帯 三,abc-.-@softbank.ne.jp',
      'keitai4,携帯 四,a.b@例え.jp',
      'keitai5,携帯 五,なし',
    ].join('\r\n'),
  );
  await planned();
  expect(counts()).toBe('追加5名');
  expect(listed(NOTICED)).toEqual([
    '6行目 携帯 五 keitai5：メール：メールアドレスの形で入力してください。この欄は取り込みません。',
  ]);
  expect(rows()).toContain('追加6keitai5携帯 五–受講者–利用中');
});

describe('headings of other systems', () => {
  test('a CSV file exported from Moodle is previewed', async () => {
    await openFile('username,firstname,lastname,email,cohort1\r\nmihon1,Taro,Mihon,m1@example.jp,2026A\r\n');
    await planned();
    expect(rows()).toEqual(['追加2mihon1Mihon Tarom1@example.jp受講者–利用中']);
  });

  test('a file of a personnel system in Shift_JIS is previewed and imported', async () => {
    const app = await openFile(
      bytesOf(
        'jtCI9ZTUjYYskKkslrwsg1qDQyyDgYNDLJWUj5Asg4GBW4OLg0GDaIOMg1gNCjAwMDEyLIyplnssidSOcSyDfoN6g5Msg26DaYNSLJGNlrGVlCxoYW5ha29AZXhhbXBsZS5qcA0K',
      ),
    );
    await planned();
    expect(rows()).toEqual(['追加200012見本 花子フリガナ ミホン ハナコhanako@example.jp受講者–利用中']);
    await app.user.click(screen.getByRole('button', { name: '初期パスワードを保存（1名）' }));
    await app.user.click(await screen.findByRole('button', { name: '1名を取り込む' }));
    await screen.findByText('1名を追加しました。');
    const { items } = (await callAs('admin', 'GET', '/users/?usernames=00012')) as { items: User[] };
    expect(items).toMatchObject([{ name: '見本 花子', nameKana: 'ミホン ハナコ', email: 'hanako@example.jp' }]);
  });

  test('the columns of a file with unknown headings can be assigned by keyboard, under accessible names', async () => {
    const app = await openFile('番号,なまえ,連絡先,\nb-7,試し 七子,nana@example.jp,x', '名簿.csv');
    const heading = await screen.findByRole('heading', { name: '名簿.csv の列を選ぶ' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    const form = within(screen.getByRole('region', { name: '名簿.csv の列を選ぶ' }));
    const options = within(form.getByRole('combobox', { name: '番号' })).getAllByRole('option');
    expect(options.map(({ textContent }) => textContent).slice(0, 4)).toEqual(['読まない', 'ユーザー名', '氏名', '姓']);
    expect(form.getAllByRole('combobox')).toHaveLength(4);
    expect(form.getByRole('combobox', { name: '4列目', description: '例：x' })).toBeDefined();
    expect(form.getByRole<HTMLSelectElement>('combobox', { name: 'なまえ' }).value).toBe('name');
    await app.user.click(form.getByRole('button', { name: 'この列で内容を確かめる' }));
    expect(form.getByRole('alert').textContent).toContain('姓と名の列');

    await app.user.selectOptions(form.getByRole('combobox', { name: '番号' }), 'ユーザー名');
    await app.user.selectOptions(form.getByRole('combobox', { name: '連絡先' }), 'メール');
    form.getByRole('button', { name: 'この列で内容を確かめる' }).focus();
    await app.user.keyboard('{Enter}');

    await planned();
    expect(rows()).toEqual(['追加2b-7試し 七子nana@example.jp受講者–利用中']);
    expect(writes()).toEqual([]);
  });

  test('姓 (family name) and 名 (given name) can be assigned where a file has the name in two columns', async () => {
    const app = await openFile('番号,ファミリー,ギブン\nb-8,試し,八子');
    const choose = (name: string, option: string) =>
      app.user.selectOptions(screen.getByRole('combobox', { name }), option);
    await screen.findByRole('heading', { name: '利用者.csv の列を選ぶ' });
    await choose('番号', 'ユーザー名');
    await choose('ファミリー', '姓');
    await choose('ギブン', '名');
    await app.user.click(screen.getByRole('button', { name: 'この列で内容を確かめる' }));
    await planned();
    expect(rows()).toEqual(['追加2b-8試し 八子–受講者–利用中']);
  });
});

test('the preview names the columns that are read and left out, and each can be chosen anew', async () => {
  const app = await openFile('社員番号,部署,氏名,内線\nb-9,総務,試し 九子,123');
  await planned();
  const columns = screen.getByRole('region', { name: '読む列' });
  expect(columns.textContent).toContain('読む列：社員番号→ユーザー名、氏名→氏名');
  expect(columns.textContent).toContain('読まない列：部署、内線');
  await app.user.click(screen.getByRole('button', { name: '列を選びなおす' }));
  await app.user.selectOptions(screen.getByRole('combobox', { name: '部署' }), '氏名');
  expect(screen.getByRole<HTMLSelectElement>('combobox', { name: '氏名' }).value).toBe('');
  await app.user.click(screen.getByRole('button', { name: 'この列で内容を確かめる' }));
  await planned();
  expect(rows()).toEqual(['追加2b-9総務–受講者–利用中']);
});

test('a column of addresses can be user name and address, as in files of Google Workspace', async () => {
  const app = await openFile(
    'First Name [Required],Last Name [Required],Email Address [Required]\n十子,試し,to@example.jp',
  );
  await screen.findByRole('heading', { name: '利用者.csv の列を選ぶ' });
  await app.user.selectOptions(
    screen.getByRole('combobox', { name: 'Email Address [Required]' }),
    'ユーザー名とメール',
  );
  await app.user.click(screen.getByRole('button', { name: 'この列で内容を確かめる' }));
  await planned();
  expect(rows()).toEqual(['追加2to@example.jp試し 十子to@example.jp受講者–利用中']);
});

test('user names that Excel may have changed are asked before new people are added', async () => {
  const app = await openFile(
    'ユーザー名,氏名,パスワード\n1,試し 一,own-secret\n2,試し 二,own-secret\nx-1,試し 三,own-secret',
  );
  await planned();
  expect(counts()).toBe('追加1名 未確認2名');
  expect(listed('ユーザー名を確かめる行（まだ取り込みません）')).toEqual([
    expect.stringContaining('2行目 試し 一 1'),
    expect.stringContaining('3行目 試し 二 2'),
  ]);
  await app.user.click(screen.getByRole('button', { name: 'この2名のユーザー名は正しい' }));
  expect(counts()).toBe('追加3名');
  expect(screen.getByRole('button', { name: '3名を取り込む' })).toBeDefined();
});

test('the file chooser accepts the MIME types that Android uses for CSV', async () => {
  await renderApp({ user: 'admin', path: '/users/new?by=csv' });
  const { accept } = await screen.findByLabelText<HTMLInputElement>('CSVファイル');
  for (const type of [
    'text/csv',
    'text/plain',
    'text/comma-separated-values',
    'application/csv',
    'application/vnd.ms-excel',
  ])
    expect(accept.split(',')).toContain(type);
});
