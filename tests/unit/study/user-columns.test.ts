/** Tests that headings of other systems' user files are recognised in a CSV import (issue 36, row 11). */
import { describe, expect, test } from 'vitest';

import { readCsv } from '@/study/csv';
import { findColumns, isWhole, readCells } from '@/study/user-columns';

const cellsOf = async (text: string, hasNameKana = true) => {
  const [header, ...rows] = await readCsv(new TextEncoder().encode(text));
  const map = findColumns(header?.cells ?? [], hasNameKana);
  return { isKnown: isWhole(map), cells: rows.map((row) => readCells(row, map)) };
};

describe('known headings', () => {
  test.each([
    [
      'Moodle',
      'username,firstname,lastname,email,cohort1\nmihon1,Taro,Mihon,m1@example.jp,2026A',
      { username: 'mihon1', name: 'Mihon Taro', email: 'm1@example.jp' },
    ],
    [
      'a personnel system',
      '社員番号,姓,名,セイ,メイ,部署,メールアドレス\n00012,見本,花子,ミホン,ハナコ,総務部,hanako@example.jp',
      { username: '00012', name: '見本 花子', nameKana: 'ミホン ハナコ', email: 'hanako@example.jp' },
    ],
    [
      'OneRoster 1.2, Japan profile',
      'sourcedId,status,dateLastModified,enabledUser,username,userIds,givenName,familyName,middleName,identifier,email,sms,phone,agentSourcedIds,grades,password,userMasterIdentifier,resourceSourcedIds,preferredGivenName,preferredMiddleName,preferredFamilyName,primaryOrgSourcedId,pronouns,metadata.jp.kanaGivenName,metadata.jp.kanaFamilyName,metadata.jp.kanaMiddleName,metadata.jp.homeClass\nu-1,,,true,mihon01,,花子,見本,,,hanako@example.jp,,,,,,,,,,,,,ハナコ,ミホン,,',
      {
        username: 'mihon01',
        name: '見本 花子',
        nameKana: 'ミホン ハナコ',
        email: 'hanako@example.jp',
        status: 'true',
        password: '',
      },
    ],
    [
      'OneRoster 1.1',
      'sourcedId,status,dateLastModified,enabledUser,orgSourcedIds,role,username,userIds,givenName,familyName,middleName,identifier,email\nu-1,active,2026-04-01,true,o1,student,mihon01,,花子,見本,,,',
      { username: 'mihon01', name: '見本 花子', role: 'student', status: 'true', email: '' },
    ],
    [
      'widths, brackets and spaces',
      'ﾛｸﾞｲﾝ ID,お名前（漢字）※,氏名（カナ）,E-mail,氏 名\na1,,ミホン ハナコ,a@example.jp,見本 花子',
      { username: 'a1', name: '見本 花子', nameKana: 'ミホン ハナコ', email: 'a@example.jp' },
    ],
    ['学籍番号 and 氏名', '学籍番号,氏名\nS-1,見本', { username: 'S-1', name: '見本' }],
    ['a family name alone in a row', '社員番号,姓,名\n1,スカルノ,', { username: '1', name: 'スカルノ' }],
    ['one name beside its parts', '社員番号,姓,名,氏名\n1,見,本,見本 花', { username: '1', name: '見本 花' }],
  ])('the CSV headings of %s are recognised, and 姓 and 名 are joined', async (_system, text, cells) => {
    expect(await cellsOf(text)).toEqual({ isKnown: true, cells: [cells] });
  });

  test('kana readings in a CSV are ignored for a server without the capability', async () => {
    const { cells } = await cellsOf('社員番号,姓,名,セイ,メイ\n1,見本,花子,ミホン,ハナコ', false);
    expect(cells).toEqual([{ username: '1', name: '見本 花子' }]);
  });
});

test.each([['番号,なまえ'], ['社員番号,部署'], ['姓,名'], ['社員番号,名'], ['ユーザー名']])(
  'the CSV headings %s do not identify user name and name',
  async (heads) => {
    expect((await cellsOf(`${heads}\n1,2`)).isKnown).toBe(false);
  },
);
