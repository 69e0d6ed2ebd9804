/** Tests the preview of a user import: the change of each row, before anything is written. */
import { describe, expect, test } from 'vitest';

import type { CurrentUser } from '@/api/users';
import { readCsv, toCsv } from '@/study/csv';
import type { RowFault } from '@/study/people/row-reader';
import { templateRows, usersToRows } from '@/study/people/user-cells';
import { findColumns, isWhole } from '@/study/people/user-columns';
import { type ImportContext, planImport } from '@/study/people/user-csv';

const at = '2026-11-01T00:00:00Z';
const company = (id: string, name: string) => ({ id, name, note: '', userCount: 1, createdAt: at, updatedAt: at });
const user = (id: string, changes: Partial<CurrentUser> = {}): CurrentUser => ({
  id,
  username: id,
  name: `${id}さん`,
  role: 'STUDENT',
  active: true,
  ...changes,
});
const admin = user('admin', { role: 'ADMIN' });
type Changes = Partial<ImportContext & { hasNameKana: boolean }>;
const context = (changes: Changes = {}): ImportContext => ({
  me: admin,
  users: [admin, user('sato', { companyId: 'c1', email: 'sato@example.com' }), user('-tanaka', { active: false })],
  companies: [
    company('c1', '株式会社みなと'),
    company('c2', '有限会社やまびこ'),
    company('c3', '同名'),
    company('c4', '同名'),
  ],
  ...changes,
});

const rowsOf = (text: string) => readCsv(new TextEncoder().encode(text));
const plan = async (text: string, { hasNameKana = false, ...changes }: Changes = {}) => {
  const [first, ...rows] = await rowsOf(text);
  return planImport(rows, findColumns(first?.cells ?? [], hasNameKana), context(changes));
};
const header = 'ユーザー名,氏名,メール,役割,企業,状態,パスワード\n';
const wordsOf = (faults: readonly RowFault[]) => faults.map(({ column, reason }) => `${column}：${reason}`);
const faultsOf = async (row: string, changes?: Changes) => {
  const [planned] = await plan(header + row, changes);
  return planned?.kind === 'faulty' ? wordsOf(planned.faults) : planned;
};

test('an unchanged export changes nothing when it is imported', async () => {
  const all = context();
  const planned = await plan(toCsv(usersToRows(all.users, all.companies, false)));
  expect(planned.map(({ kind }) => kind)).toEqual(['same', 'same', 'same']);
});

test("状態 (status) is ignored in an export that also has アカウント (account), and sets the account's state without it", async () => {
  expect(await plan('ユーザー名,氏名,アカウント,状態\nsato,satoさん,利用中,遅れ')).toMatchObject([{ kind: 'same' }]);
  expect(await plan('ユーザー名,氏名,状態\nsato,satoさん,利用停止')).toMatchObject([{ changes: { active: false } }]);
});

test('the template file for importing users is a valid import', async () => {
  expect(await plan(toCsv(templateRows('株式会社みなと', false)))).toMatchObject([
    { kind: 'add', newUser: { username: 'sato.hana', companyId: 'c1', role: 'STUDENT' }, active: true },
  ]);
});

test('an import adds a user for an unknown user name, as a learner unless the file has another role', async () => {
  expect(await plan(`${header}kato,加藤,,,株式会社みなと,利用停止,secret-word`)).toMatchObject([
    {
      kind: 'add',
      active: false,
      newUser: { username: 'kato', email: null, role: 'STUDENT', companyId: 'c1', password: 'secret-word' },
    },
  ]);
});

test('an import changes the user with a known user name, only in the columns of the file', async () => {
  expect(await plan('username,name\nSATO,佐藤 花')).toMatchObject([
    { kind: 'change', userId: 'sato', changes: { name: '佐藤 花' }, words: ['氏名'] },
  ]);
  expect(await plan(`${header}sato,satoさん,,担当者,,利用停止,`)).toMatchObject([
    {
      changes: { email: null, role: 'STAFF', companyId: null, active: false },
      words: ['メール', '役割', '企業', 'アカウント'],
    },
  ]);
});

describe('a faulty row of an import has its column and reason', () => {
  test.each([
    [',加藤,,,,,', 'ユーザー名：入力してください。'],
    ['加藤,加藤,,,,,', 'ユーザー名：半角の英数字と . _ - @ だけを、64文字以内で使えます。'],
    ['kato,,,,,,', '氏名：入力してください。'],
    [`kato,${'あ'.repeat(101)},,,,,`, '氏名：100文字以内にしてください。'],
    ['admin,adminさん,,管理者,,利用停止,', 'アカウント：自分のアカウントは停止できません。'],
  ])('%s', async (row, expected) => {
    expect(await faultsOf(row)).toEqual([expected]);
  });

  test.each([
    ['1.00E+05', 'ユーザー名：表計算ソフトが数や日付に変えたようです'],
    ['3月11日', 'ユーザー名：表計算ソフトが数や日付に変えたようです'],
    ['11-Mar!', 'ユーザー名：半角の英数字'],
  ])('the CSV row with the user name %s', async (username, words) => {
    expect(await faultsOf(`${username},加藤,,,,,`)).toEqual([expect.stringContaining(words)]);
  });

  test('the second row of an import with the same user name is faulty', async () => {
    const planned = await plan(`${header}kato,加藤,,,,,\nKATO,別人,,,,,`);
    expect(planned).toMatchObject([{ kind: 'add' }, { kind: 'faulty', faults: [{ reason: '2行目と同じです。' }] }]);
  });

  test("a teacher's import can neither add nor change an admin", async () => {
    const me = user('teacher', { role: 'TEACHER' });
    const expected = ['役割：管理者を登録したり変更したりできるのは、管理者だけです。'];
    expect(await faultsOf('kato,加藤,,管理者,,,', { me })).toEqual(expected);
    expect(await faultsOf('admin,別名,,,,,', { me })).toEqual(expected);
  });
});

test.each([
  ['kato,加藤,kato@,,,,', 'メール：メールアドレスの形で入力してください。', { email: undefined }],
  [
    'kato,加藤,,部長,,,',
    '役割：「部長」という役割はありません（管理者・講師・担当者・受講者）。',
    { role: 'STUDENT', email: null },
  ],
  ['kato,加藤,,,どこにもない,,', '企業：「どこにもない」という企業はありません。', { companyId: undefined }],
  ['kato,加藤,,,同名,,', '企業：「同名」という企業がいくつもあり、区別できません。', { companyId: undefined }],
  ['kato,加藤,,,,休み,', 'アカウント：「休み」は使えません（利用中・利用停止）。', {}],
  ['kato,加藤,,,,,short', 'パスワード：8文字以上にしてください。', { password: undefined }],
])('a wrong value in an optional cell leaves out the cell, not the row: %s', async (row, words, newUser) => {
  const [planned] = await plan(header + row);
  expect(planned).toMatchObject({ kind: 'add', newUser: { username: 'kato', name: '加藤', ...newUser } });
  expect(wordsOf(planned?.notices ?? [])).toEqual([`${words}この欄は取り込みません。`]);
});

test('an import with a wrong value for an existing user leaves that field unchanged', async () => {
  const [planned] = await plan(`${header}sato,佐藤 花,x@,部長,ない会社,休み,short`);
  expect(planned).toMatchObject({ kind: 'change', changes: { name: '佐藤 花' }, words: ['氏名'] });
  expect(planned?.notices).toHaveLength(5);
});

test.each(['', 'a,b\nc,d', '氏名\n佐藤', '社員番号,名\n1,花'])(
  'the columns of the CSV file %j must be chosen',
  async (text) => {
    const [first] = await rowsOf(text);
    expect(isWhole(findColumns(first?.cells ?? [], true))).toBe(false);
  },
);

test('an export by a teacher, who may not change admins, is imported without faults', async () => {
  const teacher = user('teacher', { role: 'TEACHER' });
  const text = toCsv(usersToRows([teacher, admin], [], false));

  const rows = await plan(text, { me: teacher, users: [teacher, admin], companies: [] });

  expect(rows.map(({ kind }) => kind)).toEqual(['same', 'same']);
});

test('an imported user keeps their company when several companies have its name', async () => {
  const moved = user('mori', { companyId: 'c4' });
  const users = [admin, moved];

  const rows = await plan(toCsv(usersToRows([moved], context().companies, false)), { users });

  expect(rows.map(({ kind }) => kind)).toEqual(['same']);
});

describe('フリガナ in a user import', () => {
  const sato = user('sato', { nameKana: 'サトウ' });
  const known = { users: [admin, sato], hasNameKana: true };

  test('a differing フリガナ (kana reading) is changed to normalised katakana, and the change is listed', async () => {
    expect(await plan('username,name,フリガナ\nsato,satoさん,さとう はな', known)).toMatchObject([
      {
        changes: { nameKana: 'サトウ ハナ' },
        words: ['フリガナ'],
        before: { nameKana: 'サトウ' },
        after: { nameKana: 'サトウ ハナ' },
      },
    ]);
    expect(await plan('username,name,nameKana\nsato,satoさん,ｻﾄｳ\nkato,加藤,カトウ', known)).toMatchObject([
      { kind: 'same' },
      { newUser: { nameKana: 'カトウ' } },
    ]);
    expect(await plan('username,name,フリガナ\nsato,satoさん,', known)).toMatchObject([
      { changes: { nameKana: null } },
    ]);
  });

  test('without its column in the import フリガナ (kana reading) keeps its value, and an unchanged export changes nothing', async () => {
    expect(await plan('username,name\nsato,satoさん', known)).toMatchObject([{ kind: 'same' }]);
    const rows = usersToRows([sato], [], true);
    expect(rows[0]?.slice(0, 4)).toEqual(['ユーザー名', '氏名', 'フリガナ', 'メール']);
    expect(await plan(toCsv(rows), known)).toMatchObject([{ kind: 'same' }]);
    expect(await plan(toCsv(templateRows('株式会社みなと', true)), known)).toMatchObject([
      { newUser: { nameKana: 'サトウ ハナ' } },
    ]);
  });

  test('フリガナ (kana reading) in other characters than kana is left out', async () => {
    expect(await plan('username,name,フリガナ\nsato,satoさん,佐藤', known)).toMatchObject([
      {
        kind: 'same',
        notices: [{ column: 'フリガナ', reason: 'ひらがなかカタカナで入力してください。この欄は取り込みません。' }],
      },
    ]);
  });

  test('フリガナ (kana reading) is ignored when the server does not support it', async () => {
    const [planned] = await plan('username,name,フリガナ\nkato,加藤,佐藤');
    expect(planned).toMatchObject({ kind: 'add' });
    expect(JSON.stringify(planned)).not.toContain('佐藤');
  });
});
