/**
 * Tests rows of a user file that mean an existing person under a changed user name, or share an e-mail address (issue
 * 36, rows 8 and 9).
 */
import { growthOf } from '@tests/support/time-growth';
import { describe, expect, test } from 'vitest';

import type { CurrentUser } from '@/api/users';
import { readCsv } from '@/study/csv';
import { isMangled } from '@/study/people/known-people';
import { mendEmail } from '@/study/people/row-reader';
import { findColumns } from '@/study/people/user-columns';
import { type ImportContext, namedIn, planImport } from '@/study/people/user-csv';

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
const plan = async (text: string, more: Partial<ImportContext> = {}) => {
  const { rows, map } = await read(text);
  return planImport(rows, map, { me: user('admin', '管理者'), users, companies: [], ...more });
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
    ['123,別人,betsu@example.jp', '00123（試験 一郎）と、先頭の0だけがちがいます。'],
    ['123,試験 一郎,betsu@example.jp', '00123（試験 一郎）と、先頭の0だけがちがいます。'],
    ...['2024-03-01', '1-Mar', 'Mar-24', '0.5', '1.10', 'TRUE', '202600000000123000'].map((username) => [
      `${username},新人,a@example.jp`,
      '表計算ソフトがユーザー名を変えたようです。',
    ]),
    ['1,新人,a@example.jp', '表計算ソフトが先頭の0を消していないか、確かめてください。'],
  ])('the CSV row %s is asked, and added only after the user names were confirmed', async (row, reason) => {
    const text = `ユーザー名,氏名,メール\n${row}`;
    expect(await plan(text)).toMatchObject([{ kind: 'ask', reason }]);
    expect(await plan(text, { areNamesConfirmed: true })).toMatchObject([{ kind: 'add' }]);
  });

  test.each(['1E+05', '1.23457E+11', '2024/3/1', '3月1日', '2024年3月1日', '#NAME?', '#N/A', '#####', '１Ｅ＋０５'])(
    'the user name %s of a new person is refused, because a spreadsheet made it',
    async (username) => {
      const [row] = await plan(`ユーザー名,氏名\n${username},新人`, { areNamesConfirmed: true });
      expect(row).toMatchObject({ kind: 'faulty', faults: [{ reason: expect.stringContaining('表計算ソフト') }] });
    },
  );

  test('numbers of unequal length are asked where they are shorter, unless a number of the file has its zeros', async () => {
    const kinds = async (...names: string[]) =>
      (await plan(['ユーザー名,氏名', ...names.map((name) => `${name},新人`)].join('\n'))).map(({ kind }) => kind);
    expect(await kinds('998', '1001', '1002')).toEqual(['ask', 'add', 'add']);
    expect(await kinds('1001', '1002')).toEqual(['add', 'add']);
    expect(await kinds('0001', '25', '1002')).toEqual(['add', 'add', 'add']);
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

describe('mail addresses as other programs write them', () => {
  const read = async (cell: string) => {
    const [row] = await plan(`ユーザー名,氏名,メール\nt-mihon,見本,"${cell.replaceAll('"', '""')}"`);
    return row?.kind === 'add' ? [row.newUser.email, ...row.notices.map(({ reason }) => reason)] : row;
  };
  test.each([
    'mailto:a@b.jp',
    'MAILTO: a@b.jp',
    'mailto:a@b.jp?subject=x',
    '見本 太郎 <a@b.jp>',
    '"見本, 太郎" <a@b.jp>',
    '<a@b.jp>',
    'ａ＠ｂ．ｊｐ',
    'a@b。jp',
    'a@b.jp;',
    'a@b.jp.',
    'a@b.jp、',
    'a@b.jp (見本)',
    'a@b.jp（見本）',
    "'a@b.jp'",
    "'a@b.jp",
    '「a@b.jp」',
    '\u200Ba@b.jp',
  ])('%j is read as a@b.jp, with a notice', async (cell) => {
    expect(await read(cell)).toEqual(['a@b.jp', expect.stringContaining('「a@b.jp」として取り込みます')]);
  });

  test.each(['a@b.jp', ' a@b.jp ', '　a@b.jp\u00A0'])('%j is read as a@b.jp, without a notice', async (cell) => {
    expect(await read(cell)).toEqual(['a@b.jp']);
  });

  test.each([
    'a@b,jp',
    'a,b@c.jp',
    'a@b.jp;c@d.jp',
    'a@b.jp, c@d.jp',
    'a@b.jp c@d.jp',
    'a@b.jp\nc@d.jp',
    'a@@b.jp',
    'a @b.jp',
    'なし',
    'a[at]b.jp',
    'a(at)b.jp',
    '[a@b.jp](mailto:a@b.jp)',
    'a@b..jp',
    'a@.b.jp',
  ])('%j is left out with a reason', async (cell) => {
    expect(await read(cell)).toEqual([undefined, expect.stringContaining('この欄は取り込みません')]);
  });

  test.each(['<', '(', ' ', ';', '@', '1', '#', '. ', '.', '1-'])(
    'an address and a user name with many of %j are read in linear time',
    async (piece) => {
      expect(await growthOf((text) => [mendEmail(text), isMangled(text)], piece, 32)).toBeLessThan(32);
    },
  );
});
