/**
 * Tests importing users from a CSV file: a preview comes first; the import shows the result of each row, and continues
 * after an interruption.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { type OpenedApp, renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { chooseFile, freeName, listUsers, press, useSavedFiles } from '@tests/support/users-csv';
import { describe, expect, test } from 'vitest';

useOwnServer('users-csv');
const network = useNetworkStub();
const header = 'ユーザー名,氏名,メール,役割,企業,アカウント,パスワード';
const posts = () => network.sent.filter(({ method, path }) => method === 'POST' && path === '/users/');
const writes = () => network.sent.filter(({ method, path }) => method !== 'GET' && path.startsWith('/users/'));

const saved = useSavedFiles();

async function openImport(user = 'admin'): Promise<OpenedApp> {
  const app = await renderApp({ user, path: '/users/new?by=csv' });
  await screen.findByRole('button', { name: 'CSVファイルを選ぶ' });
  return app;
}
const counts = () =>
  [...document.querySelectorAll('button[data-kind]')].map((part) => part.textContent?.replace(' ', '')).join(' ');

test('a CSV file of people is previewed row by row, and nothing is written before a confirmation', async () => {
  const app = await openImport();
  const [added, faulty] = [freeName(), freeName()];
  const student = (await listUsers()).find(({ username }) => username === 'student');
  await chooseFile(
    app,
    [
      header,
      `${added},新しい人,,,,,`,
      `student,${student?.name},new@example.com,受講者,株式会社みなと,利用中,`,
      `student2,,x@,部長,,,`,
      `,<b>${faulty}</b>,,,ない会社,,`,
    ].join('\n'),
  );

  await screen.findByRole('heading', { name: '利用者.csv の内容' });
  expect(counts()).toBe('追加1名 変更1名 誤り2名');
  const faults = within(screen.getByRole('region', { name: '誤りのある行（取り込みません）' }));
  expect(faults.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    '4行目 student2：氏名：入力してください。',
    `5行目 <b>${faulty}</b>：ユーザー名：入力してください。`,
  ]);
  expect(within(screen.getByRole('table')).getByText('変更（メール）')).toBeTruthy();
  expect(screen.queryByRole('note')).toBeNull();
  expect(writes()).toEqual([]);

  await press(app, '誤りのある行をCSVで保存');
  expect(await saved[0]?.text()).toContain(`"","<b>${faulty}</b>","","","ない会社","",""`);
});

test('the import preview lists existing people with changes first, old beside new, and highlights a changed name', async () => {
  const app = await openImport();
  const student = (await listUsers()).find(({ username }) => username === 'student');
  const [added, other] = [freeName(), freeName()];
  await chooseFile(
    app,
    [
      header,
      `${added},新しい人,,,,,own-secret`,
      `staff,田中 健一,tanaka@example.com,担当者,株式会社みなと,利用中,`,
      `student,別の人,,受講者,有限会社やまびこ製作所,利用中,`,
      `${other},もう一人,,担当者,,利用停止,own-secret`,
    ].join('\n'),
  );

  const table = within(await screen.findByRole('table'));
  const rows = () =>
    table
      .getAllByRole('row')
      .slice(1)
      .map((row) => row.textContent);
  expect(rows()).toEqual([
    expect.stringMatching(/^変更（氏名・メール・企業）4student/),
    expect.stringMatching(/^変更（メール）3staff田中 健一.* → tanaka@example.com担当者/),
    `追加2${added}新しい人–受講者–利用中`,
    `追加5${other}もう一人–担当者–利用停止`,
  ]);
  expect(rows()[0]).toContain(`${student?.name} → 別の人${student?.email} → 記録なし`);
  expect(rows()[0]).toContain('株式会社みなと → 有限会社やまびこ製作所');
  expect(screen.getByRole('note').textContent).toMatch(/^氏名が変わる人が1名います/);

  await press(app, '追加 2名');
  expect(rows()).toHaveLength(2);
  await press(app, '変更 2名');
  expect(rows()).toHaveLength(2);
  await press(app, '変更 2名');
  expect(rows()).toHaveLength(4);
});

test('the import column フリガナ (reading) accepts any kana, and a changed reading is previewed', async () => {
  const app = await openImport();
  await chooseFile(app, 'ユーザー名,氏名,フリガナ\nstaff,田中 健一,たなか けんじ\nteacher,高橋 由美,ﾀｶﾊｼ ﾕﾐ');

  const [row, ...rest] = within(await screen.findByRole('table'))
    .getAllByRole('row')
    .slice(1);
  expect(row?.textContent).toMatch(/^変更（フリガナ）2staff田中 健一フリガナ タナカ ケンイチ → タナカ ケンジ/);
  expect(rest).toEqual([]);
});

test('an import can start only after the generated passwords are saved, and changes nothing when repeated', async () => {
  const app = await openImport('teacher');
  const [one, two] = [freeName(), freeName()];
  const text = [
    header,
    `${one},一人目,,,株式会社みなと,利用中,`,
    `${two},二人目,two@example.com,担当者,,利用停止,own-secret`,
  ];
  await chooseFile(app, text.join('\r\n'));
  const start = await screen.findByRole<HTMLButtonElement>('button', { name: '2名を取り込む' });
  expect(start.disabled).toBe(true);
  await press(app, '初期パスワードを保存（1名）');
  const password = new RegExp(`"${one}","一人目","([a-z2-9-]{14})"\r\n$`).exec((await saved[0]?.text()) ?? '')?.[1];
  expect(password).toBeTruthy();
  await app.user.dblClick(start);

  await screen.findByText('2名を追加しました。');
  const people = await listUsers();
  expect(people.find(({ username }) => username === one)).toMatchObject({ role: 'STUDENT', companyId: 'minato' });
  expect(people.find(({ username }) => username === two)).toMatchObject({ role: 'STAFF', active: false });
  expect(posts()).toHaveLength(2);
  const sentPasswords = posts().map(({ body }) => (JSON.parse(body) as { password?: string }).password);
  expect(new Set(sentPasswords)).toEqual(new Set([password, 'own-secret']));

  await press(app, '別のファイルを取り込む');
  await chooseFile(app, text.join('\r\n').replace('own-secret', ''));
  await screen.findByText('取り込むものはありません。');
  expect(counts()).toBe('変更なし2名');
});

test('a lost network stops the import; the import continues later, and adds no user twice', async () => {
  const app = await openImport();
  const names = Array.from({ length: 7 }, freeName);
  await chooseFile(app, [header, ...names.map((name) => `${name},続く人,,,,,own-secret`)].join('\n'));
  const release = network.hold('POST /users/');
  await press(app, await screen.findByRole('button', { name: '7名を取り込む' }).then(() => '7名を取り込む'));
  await waitFor(() => expect(posts()).toHaveLength(3));
  // Lets the three requests in flight arrive; then the network fails.
  network.restore();
  network.cutNew('POST /users/');
  release();

  expect((await screen.findByRole('alert')).textContent).toContain('接続が切れたため');
  // Leaving the preview opens a confirmation, because the remaining rows would be lost.
  await app.user.click(screen.getByRole('radio', { name: '1人ずつ' }));
  await app.user.click(await screen.findByRole('button', { name: 'キャンセル' }));
  expect(screen.getByText('3名を追加しました。あと4名あります。')).toBeTruthy();
  network.restore();
  await press(app, '続きを取り込む（4名）');

  await screen.findByText('7名を追加しました。');
  const added = (await listUsers()).filter(({ username = '' }) => names.includes(username));
  expect(added).toHaveLength(7);
});

test('a refused import row does not stop the other rows, and is offered as a CSV file to correct', async () => {
  const app = await openImport();
  const [good, bad] = [freeName(), freeName()];
  await chooseFile(
    app,
    `ユーザー名,氏名,企業,パスワード\n${bad},断られる人,株式会社みなと,own-secret\n${good},通る人,株式会社みなと,own-secret`,
  );
  network.answer('POST /users/', 409, { detail: 'このユーザー名はすでに使われています。' });
  await screen.findByRole('button', { name: '2名を取り込む' });
  // Refuses only the first request of the import.
  const plain = globalThis.fetch;
  globalThis.fetch = (input, init) => {
    if (typeof init?.body === 'string' && init.body.includes(good)) network.restore();
    return plain(input, init);
  };
  await press(app, '2名を取り込む');

  await screen.findByText('1名を追加しました。1名は取り込めませんでした。');
  const failures = within(screen.getByRole('region', { name: '取り込めなかった行' }));
  expect(failures.getByRole('listitem').textContent).toBe(
    `2行目 断られる人 ${bad}：このユーザー名はすでに使われています。`,
  );
  await press(app, '失敗した行をCSVで保存');
  expect(await saved[0]?.text()).toBe(
    `"ユーザー名","氏名","企業","パスワード","理由"\r\n"${bad}","断られる人","株式会社みなと","own-secret","このユーザー名はすでに使われています。"\r\n`,
  );
});

describe('a file that is no list of users is rejected, and another can be chosen', () => {
  test.each([
    ['one column', 'a\n1', /「ユーザー名」と「氏名」の列が見つかりません/],
    ['no content', '', /「ユーザー名」と「氏名」の列が見つかりません/],
    ['a picture’s bytes', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), /CSVとして読めませんでした/],
    ['an open quote', 'ユーザー名,氏名\n"kato,加藤', /CSVとして読めませんでした/],
    ['more than 5 MB', new Uint8Array(5 * 1024 * 1024 + 1), /5 MBまでに/],
    ['more than 5000 people', `ユーザー名,氏名\n${'a,b\n'.repeat(5001)}`, /5000名まで/],
  ])('a file with %s is rejected with a reason', async (_, content, words) => {
    const app = await openImport();
    await chooseFile(app, content);
    expect((await screen.findByRole('alert')).textContent).toMatch(words);

    await chooseFile(app, `ユーザー名,氏名\n${freeName()},加藤`);
    await screen.findByRole('button', { name: '1名を取り込む' });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('choosing a CSV file of people offline shows that the network is missing', async () => {
    const app = await openImport();
    network.cut();
    await chooseFile(app, `ユーザー名,氏名\n${freeName()},加藤`);
    expect((await screen.findByRole('alert')).textContent).toContain('接続できませんでした');
  });
});

test('a template file for importing people is offered', async () => {
  const app = await openImport();
  await press(app, 'ひな形をダウンロード');
  expect(saved[0]?.name).toBe('利用者ひな形.csv');
  expect(await saved[0]?.text()).toContain(
    '"ユーザー名","氏名","フリガナ","メール","役割","企業","アカウント","パスワード"',
  );
});
