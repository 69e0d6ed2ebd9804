/** Tests that headings of other systems' user files are recognised in a CSV import (issue 36, row 11). */
import { growthOf } from '@tests/support/time-growth';
import { describe, expect, test } from 'vitest';

import { readCsv } from '@/study/csv';
import { findHeader, isWhole, readCells } from '@/study/people/user-columns';

const cellsOf = async (text: string, hasNameKana = true) => {
  const found = findHeader(await readCsv(new TextEncoder().encode(text)), hasNameKana);
  if (!found) return { isKnown: false, cells: [] };
  const { map, rows } = found;
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
      'learningBOX',
      'ログインID,氏名,表示名,所属,役職,メールアドレス,パスワード,お知らせ公開通知メールを受け取る\nhanako,見本 花子,はな,総務部,主任,hanako@example.jp,Secret-123,する',
      { username: 'hanako', name: '見本 花子', email: 'hanako@example.jp', password: 'Secret-123' },
    ],
    [
      'remarks of two words in brackets',
      'ログインＩＤ（半角英数）,おなまえ,おなまえ（ふりがな）\nhanako,見本 花子,みほん はなこ',
      { username: 'hanako', name: '見本 花子', nameKana: 'みほん はなこ' },
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

  const hanako = { username: '12', name: '見本 花子', nameKana: 'ミホン ハナコ' };
  test.each([
    ['SmartHR', '社員番号,姓,名,姓（ヨミガナ）,名（ヨミガナ）,部署\n12,見本,花子,ミホン,ハナコ,総務'],
    [
      'SmartHR, by its API',
      'emp_code,社員番号,last_name,first_name,last_name_yomi,first_name_yomi\n1,12,見本,花子,ミホン,ハナコ',
    ],
    ['freee', '従業員番号(必須),姓,名,姓（カナ）,名（カナ）\n12,見本,花子,ミホン,ハナコ'],
    ['ジョブカン', 'スタッフコード,姓,名,フリガナ（姓）,フリガナ（名）\n12,見本,花子,ミホン,ハナコ'],
    ['KING OF TIME', '従業員コード,苗字,名前,苗字（フリガナ）,名前（フリガナ）\n12,見本,花子,ミホン,ハナコ'],
    ['カオナビ', '社員番号,氏名,フリガナ,所属\n12,見本 花子,ミホン ハナコ,総務'],
    ['ロイロノート', '学年,クラス,番号,名前,ふりがな,ユーザーID\n1,A,3,見本 花子,ミホン ハナコ,12'],
    ['まなびポケット', 'ログインID,姓,名,姓(かな),名(かな)\n12,見本,花子,ミホン,ハナコ'],
    ['cybozu.com', 'ログイン名,表示名,姓,名,よみがな（姓）,よみがな（名）\n12,見本 花子,見,花,ミホン,ハナコ'],
    ['two columns フリガナ', '社員番号,姓,名,フリガナ,フリガナ\n12,見本,花子,ミホン,ハナコ'],
    ['merged headings', '社員番号,氏名,,フリガナ,,部署\n12,見本,花子,ミホン,ハナコ,総務'],
    ['headings in two rows', '社員番号,氏名,,フリガナ,\n,姓,名,姓,名\n12,見本,花子,ミホン,ハナコ'],
    [
      'rows of titles',
      '社員名簿（2026年4月1日現在）,,,\n作成：総務部,,,\n\n社員番号,部署,氏 名,フ リ ガ ナ\n12,総務,見本 花子,ミホン ハナコ',
    ],
    ['a line sep=', 'sep=;\n社員番号;氏名;フリガナ\n12;見本 花子;ミホン ハナコ'],
    ['vertical bars', '社員番号|氏名|フリガナ\n12|見本 花子|ミホン ハナコ'],
  ])('a file with %s is read, and the reading is joined', async (_system, text) => {
    expect(await cellsOf(text)).toEqual({ isKnown: true, cells: [hanako] });
  });

  test('a file of Azure AD is read below its line of the version', async () => {
    const { isKnown, cells } = await cellsOf(
      'version:v1.0,,,,,\nName [displayName] Required,User name [userPrincipalName] Required,Initial password [passwordProfile] Required,Block sign in (Yes/No) [accountEnabled] Required,First name [givenName],Last name [surname]\n見本 花子,hanako@example.jp,secret,No,花子,見本',
    );
    expect(isKnown).toBe(true);
    expect(cells).toEqual([{ username: 'hanako@example.jp', name: '見本 花子', password: 'secret' }]);
  });

  test('a file of Google Workspace has names, address and password, and its user name is asked', async () => {
    const { isKnown, cells } = await cellsOf(
      'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required]\n花子,見本,h@example.jp,secret,/',
    );
    expect(isKnown).toBe(false);
    expect(cells).toEqual([{ name: '見本 花子', email: 'h@example.jp', password: 'secret' }]);
  });

  test.each(['氏名（ローマ字）', '緊急連絡先氏名', '保護者氏名', 'メールアドレス（個人）', '社員番号（旧）'])(
    'a column %s is not read as what it resembles',
    async (heading) => {
      const { cells } = await cellsOf(`社員番号,氏名,${heading}\n12,見本 花子,x`);
      expect(cells).toEqual([{ username: '12', name: '見本 花子' }]);
    },
  );

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

test.each(['[', '(文字', '必須', 'カナ', '(例', ' '])(
  'a heading with many of %j is compared in linear time',
  async (piece) => {
    const compare = (text: string) => findHeader([{ line: 1, cells: ['氏名', text] }], true);
    expect(await growthOf(compare, piece, 32)).toBeLessThan(32);
  },
);
