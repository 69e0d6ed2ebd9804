/** Tests rows of a user file that mean an existing person under a changed user name, or share an e-mail address (issue 36, rows 8 and 9). */
import { describe, expect, test } from 'vitest';

import type { CurrentUser } from '@/api/users';
import { readCsv } from '@/study/csv';
import { findColumns } from '@/study/user-columns';
import { namedIn, planImport } from '@/study/user-csv';

const user = (username: string, name: string, email?: string): CurrentUser => ({
  id: `id-${username}`,
  username,
  name,
  email,
  role: 'STUDENT',
  active: true,
});
const users = [
  user('00123', '試験 一郎', 'ichiro@example.jp'),
  user('0045', '試験 二郎', 'jiro@example.jp'),
  user('1E05', '試験 三郎', 'saburo@example.jp'),
  user('3-11', '試験 四郎', 'shiro@example.jp'),
  user('202600000000123456', '試験 五郎', 'goro@example.jp'),
  user('0078', '髙橋　六'),
  user('900', '試験 九郎', 'kuro@example.jp'),
];
const read = async (text: string) => {
  const [header, ...rows] = await readCsv(new TextEncoder().encode(text));
  return { rows, map: findColumns(header?.cells ?? [], false) };
};
const plan = async (text: string) => {
  const { rows, map } = await read(text);
  return planImport(rows, map, { me: user('admin', '管理者'), users, companies: [] });
};

describe('user names that a spreadsheet changed', () => {
  test.each([
    ['123,試験 一郎,ichiro@example.jp', '00123（試験 一郎）がいます。先頭の0の数がちがいます。'],
    ['123,試験一郎,ICHIRO@example.jp', '00123（試験 一郎）がいます。先頭の0の数がちがいます。'],
    ['０１２３,試験 一郎,', '00123（試験 一郎）がいます。先頭の0の数がちがいます。'],
    ['0123,試験 一郎,', '00123（試験 一郎）がいます。先頭の0の数がちがいます。'],
    ['78,高橋 六,roku@example.jp', '0078（髙橋　六）がいます。先頭の0の数がちがいます。'],
    ['000900,試験 九郎,kuro@example.jp', '900（試験 九郎）がいます。先頭の0の数がちがいます。'],
    ['1.00E+05,試験 三郎,saburo@example.jp', '1E05（試験 三郎）がいます。表計算ソフトがユーザー名を変えたようです。'],
    ['3月11日,試験 四郎,shiro@example.jp', '3-11（試験 四郎）がいます。表計算ソフトがユーザー名を変えたようです。'],
    ['11-Mar,試験 四郎,shiro@example.jp', '3-11（試験 四郎）がいます。表計算ソフトがユーザー名を変えたようです。'],
    [
      '2.026E+17,試験 五郎,goro@example.jp',
      '202600000000123456（試験 五郎）がいます。表計算ソフトがユーザー名を変えたようです。',
    ],
  ])('the CSV row %s is not added as a new user', async (row, reason) => {
    const [planned] = await plan(`ユーザー名,氏名,メール\n${row}`);
    expect(planned).toMatchObject({ kind: 'known', reason: expect.stringContaining(reason) });
  });

  test.each([
    ['123,別人,betsu@example.jp', 'ユーザー名：00123（試験 一郎）と、先頭の0だけがちがいます。'],
    ['123,試験 一郎,betsu@example.jp', 'ユーザー名：00123（試験 一郎）と、先頭の0だけがちがいます。'],
  ])('the CSV row %s is added with a notice', async (row, words) => {
    const [planned] = await plan(`ユーザー名,氏名,メール\n${row}`);
    expect(planned?.kind).toBe('add');
    expect(planned?.notices.map(({ column, reason }) => `${column}：${reason}`)).toEqual([words]);
  });

  test('a CSV cell written as a formula (="00123") is read as its text', async () => {
    const rows = await plan('ユーザー名,氏名\n"=""00123""",試験 一郎\n="0045",試験 次郎');
    expect(rows).toMatchObject([{ kind: 'same' }, { kind: 'change', userId: 'id-0045' }]);
  });

  test('user names that resemble no known user are added without a notice', async () => {
    const rows = await plan('ユーザー名,氏名,メール\n124,新人,a@example.jp\nx123,新人,b@example.jp');
    expect(rows).toMatchObject([
      { kind: 'add', notices: [] },
      { kind: 'add', notices: [] },
    ]);
  });
});

describe('an address that someone else has', () => {
  const noticesOf = async (...lines: string[]) =>
    (await plan(['ユーザー名,氏名,メール', ...lines].join('\n'))).map(({ kind, notices }) => [
      kind,
      ...notices.map(({ reason }) => reason),
    ]);

  test('an e-mail address that is known under another user name causes a notice, in upper or lower case', async () => {
    expect(await noticesOf('t-mihon,見本,ICHIRO@Example.jp')).toEqual([
      ['add', '00123（試験 一郎）と同じです。同じ人ではないか、確かめてください。'],
    ]);
  });

  test('two rows of a user file with the same e-mail address cause a notice at the second', async () => {
    expect(await noticesOf('taro.m,見本 太郎,taro@example.jp', 't-mihon,見本 太郎,TARO@example.jp')).toEqual([
      ['add'],
      ['add', '2行目と同じです。同じ人ではないか、確かめてください。'],
    ]);
  });

  test('an unchanged e-mail address causes no notice, a changed one does', async () => {
    expect(await noticesOf('00123,試験 一郎,ichiro@example.jp', '0045,試験 二郎,ichiro@example.jp')).toEqual([
      ['same'],
      ['change', '00123（試験 一郎）と同じです。同じ人ではないか、確かめてください。'],
    ]);
  });
});

test('an import asks the server for the user names, numbers and e-mail addresses in its CSV file', async () => {
  const { rows, map } = await read(
    'ユーザー名,氏名,メール\nSato,佐藤,Sato@Example.com\n00123,一,a@例え.jp\n0,二,"x,y@z"\n佐,三,',
  );
  expect(namedIn(rows, map)).toEqual({
    usernames: new Set(['sato', '00123', '0']),
    numbers: new Set(['123', '0']),
    emails: new Set(['sato@example.com', 'a@例え.jp']),
  });
});
