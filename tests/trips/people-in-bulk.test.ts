/**
 * Tests actions on many people at once: reminders, companies, suspensions, new passwords and required courses, with a
 * result for each person.
 */
import { screen, waitFor, within } from '@testing-library/dom';
import { bar, openPanel, openTable, pick, press, sentChanges } from '@tests/support/bulk';
import { makeCompany, pageOf, person } from '@tests/support/companies';
import { callAs, useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

useOwnServer('people-in-bulk');
const network = useNetworkStub();
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
const lateProgress = { lessonCount: 10, readLessonCount: 2, lastStudiedAt: daysAgo(30) };
const late = (id: string, changes: object = {}) =>
  person(id, { email: `${id}@example.com`, state: 'behind', progress: lateProgress, ...changes });
const patches = () => sentChanges(network);
const readUser = (id: string) => callAs('admin', 'GET', `/users/${id}`) as Promise<Record<string, unknown>>;

function readMail(link: HTMLElement) {
  const { search, pathname } = new URL(link.getAttribute('href') ?? '');
  const fields = new URLSearchParams(search.replaceAll('+', '%2B'));
  return { to: pathname, bcc: fields.get('bcc'), body: fields.get('body') ?? '' };
}

describe('reminders', () => {
  test('a staff member mails all people who are behind in four presses; the mail contains no names', async () => {
    const ids = ['a', 'b', 'c', 'd', 'e'];
    const app = await openTable('staff');
    network.answer(/^GET \/users\/\?.*state=behind/, 200, {
      ...pageOf(ids.map((id) => late(id))),
      applied: ['companyId', 'state', 'sort', 'courses'],
    });
    await app.user.click(screen.getByRole('button', { name: /^遅れ \d/, pressed: false }));
    await app.user.click(await screen.findByRole('button', { name: '5名すべてを選ぶ' }));
    const panel = await openPanel(app, 'お知らせメールを書く');
    const mail = readMail(await panel.findByRole('link', { name: 'メールを開く（5名）' }));

    expect(mail.bcc?.split(',')).toEqual(ids.map((id) => `${id}@example.com`));
    expect(mail.body).toMatch(/^学習のお知らせです。\r\n\r\nコース：.+\r\nhttp:\/\/localhost:3000\/courses\/[\w-]+$/);
    expect(mail.body).not.toMatch(/さん|未読/);
  });

  test('a staff member is offered no bulk action that changes people', async () => {
    const app = await openTable('staff');
    await pick(app, '佐藤 美咲');

    const names = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual(['選択を解除', 'お知らせメールを書く', 'アドレスをコピー']);
  });

  test('a mail can name courses of a server that sends no status', async () => {
    const { items } = (await callAs('student', 'GET', '/courses/')) as { items: { status: string }[] };
    network.answer(/^GET \/courses\/\?/, 200, pageOf(items.map((course) => ({ ...course, status: undefined }))));
    const app = await openTable('staff');
    await pick(app, '小林 直樹');
    const panel = await openPanel(app, 'お知らせメールを書く');

    const field = await panel.findByLabelText<HTMLSelectElement>('お知らせするコース');
    expect(field.options).toHaveLength(items.length);
  });

  test('a mail to one person has the name, the required course with its date, and the reason', async () => {
    const assignment = { id: 'bulk-1', courseId: 'security', userIds: ['user-kobayashi'], dueAt: daysAgo(3) };
    await callAs('teacher', 'POST', '/assignments/', assignment);
    const app = await openTable('staff');
    await pick(app, '小林 直樹');
    const panel = await openPanel(app, 'お知らせメールを書く');
    const mail = readMail(await panel.findByRole('link', { name: 'メールを開く' }));
    await callAs('teacher', 'DELETE', '/assignments/bulk-1');

    expect(mail.to).toBe('kobayashi@example.com');
    expect(mail.body).toMatch(
      /^小林 直樹 さん\r\n\r\n[^]*コース：情報セキュリティの基本\r\n期限：\d+月\d+日まで\r\n[^]*必修「情報セキュリティの基本」が3日過ぎています：未読\d+$/,
    );
  });

  test('people without an e-mail address are named, and the copied addresses leave them out', async () => {
    network.answer(/^GET \/users\/\?/, 200, pageOf([late('a'), late('b', { email: null }), late('c')]));
    const app = await openTable('staff');
    await press(app, '3名すべてを選ぶ');
    await app.user.click((await bar()).getByRole('button', { name: 'アドレスをコピー' }));
    await screen.findByText('2件のアドレスをコピーしました（アドレスのない人 1名）');
    expect(await navigator.clipboard.readText()).toBe('a@example.com, c@example.com');

    const panel = await openPanel(app, 'お知らせメールを書く');
    await panel.findByText('メールアドレスがない人（1名）には送れません。');
    expect(panel.getByText('bさん')).toBeTruthy();
  });

  test('for Outlook the addresses of a mail and of a copy have semicolons, and the device remembers this', async () => {
    network.answer(/^GET \/users\/\?/, 200, pageOf([late('a'), late('b'), late('c')]));
    const app = await openTable('staff');
    await press(app, '3名すべてを選ぶ');
    const panel = await openPanel(app, 'お知らせメールを書く');
    const choice = await panel.findByRole<HTMLSelectElement>('combobox', { name: '宛先の区切り' });
    expect(choice.value).toBe(',');
    await app.user.selectOptions(choice, 'セミコロン（Outlook）');
    const mail = readMail(panel.getByRole('link', { name: 'メールを開く（3名）' }));
    expect(mail.bcc).toBe('a@example.com;b@example.com;c@example.com');

    await app.user.click(panel.getByRole('button', { name: '閉じる' }));
    await app.user.click((await bar()).getByRole('button', { name: 'アドレスをコピー' }));
    await screen.findByText('3件のアドレスをコピーしました');
    expect(await navigator.clipboard.readText()).toBe('a@example.com; b@example.com; c@example.com');
    expect(localStorage.getItem('manabiba-address-separator')).toBe(';');
  });
});

describe('the selection', () => {
  test('changing the table’s filter clears the selection of people, changing its order keeps the selection', async () => {
    const app = await openTable('admin');
    await pick(app, '佐藤 美咲');
    await app.user.click(screen.getByRole('button', { name: '最後の学習' }));
    (await bar()).getByText('1名を選択中');
    await app.user.click(screen.getByRole('button', { name: /^遅れ \d/, pressed: false }));

    await waitFor(() => expect(screen.queryByRole('region', { name: '選んだ人への操作' })).toBeNull());
  });

  test('the selection of people also works with a server that cannot search its lists', async () => {
    network.answer('GET /info/', 200, { serviceName: 'まなびば' });
    network.answer(/^GET \/users\/\?/, 200, pageOf([late('a'), late('b', { state: undefined })]));
    const app = await openTable('admin');
    await press(app, '2名すべてを選ぶ');

    const names = (await bar()).getAllByRole('button').map(({ textContent }) => textContent);
    expect(names).toEqual([
      '選択を解除',
      'お知らせメールを書く',
      '企業を移す',
      '利用停止・再開',
      '新しいパスワード',
      'アドレスをコピー',
    ]);
  });
});

describe('changes', () => {
  test('suspending (利用停止) several people sends one request for each; a retry repeats only refused ones, such as one’s own', async () => {
    const app = await openTable('admin', '/companies?view=people');
    await pick(app, '佐藤 美咲');
    await pick(app, '鈴木 一郎');
    const panel = await openPanel(app, '利用停止・再開');
    await app.user.click(panel.getByRole('button', { name: '2名を利用停止にする' }));
    await panel.findByText('1名を利用停止にしました。1名は変更できませんでした。');
    const failed = within(panel.getByRole('list', { name: 'できなかった人' })).getAllByRole('listitem');
    expect(failed.map(({ textContent }) => textContent)).toEqual(['鈴木 一郎自分のアカウントは停止できません。']);
    expect(await readUser('user-student')).toMatchObject({ active: false });
    expect(await readUser('user-admin')).toMatchObject({ active: true });

    await app.user.click(panel.getByRole('button', { name: '残りの1名をもう一度' }));
    await waitFor(() => expect(patches()).toHaveLength(3));
    expect(patches().map(([id]) => id)).toEqual(['user-student', 'user-admin', 'user-admin']);
    await panel.findByText('1名を利用停止にしました。1名は変更できませんでした。');
    await callAs('admin', 'PATCH', '/users/user-student', { active: true });
  });

  test('a teacher cannot suspend the only admin', async () => {
    const app = await openTable('teacher', '/companies?view=people');
    await pick(app, '鈴木 一郎');
    const panel = await openPanel(app, '利用停止・再開');
    await app.user.click(panel.getByRole('button', { name: '1名を利用停止にする' }));

    await panel.findByText('1名は変更できませんでした。');
    expect(await readUser('user-admin')).toMatchObject({ active: true });
  });

  test('several people are moved to another company', async () => {
    const { id, name } = await makeCompany();
    const app = await openTable('admin');
    await pick(app, '加藤 真由美');
    await pick(app, '吉田 拓也');
    const panel = await openPanel(app, '企業を移す');
    await panel.findByRole('option', { name });
    await app.user.selectOptions(panel.getByLabelText('移す先の企業'), name);
    await app.user.click(panel.getByRole('button', { name: '2名を移す' }));

    await panel.findByText(`2名を${name}に移しました。`);
    await waitFor(() => expect(screen.queryByRole('checkbox', { name: '加藤 真由美さんを選ぶ' })).toBeNull());
    expect(await readUser('user-kato')).toMatchObject({ companyId: id });
    for (const user of ['user-kato', 'user-yoshida'])
      await callAs('admin', 'PATCH', `/users/${user}`, { companyId: 'minato' });
  });

  test('fault: the network is lost during a bulk action → the remaining people are shown, and the action continues', async () => {
    const app = await openTable('admin');
    await pick(app, '加藤 真由美');
    await pick(app, '吉田 拓也');
    network.cut(/^PATCH/);
    const panel = await openPanel(app, '利用停止・再開');
    await app.user.click(panel.getByRole('button', { name: '2名の利用を再開する' }));
    await panel.findByText('接続が切れたため、2名が残っています。');

    network.restore();
    await app.user.click(panel.getByRole('button', { name: '残りの2名をもう一度' }));
    await panel.findByText('2名の利用を再開しました。');
  });

  test('a course is made required for the selected learners', async () => {
    const app = await openTable('teacher');
    await pick(app, '加藤 真由美');
    await pick(app, '田中 健一');
    const panel = await openPanel(app, '必修にする');
    await panel.findByText('受講者1名の必修にします。');
    await panel.findByRole('option', { name: '情報セキュリティの基本' });
    await app.user.selectOptions(panel.getByLabelText(/^コース/), '情報セキュリティの基本');
    await app.user.type(panel.getByLabelText(/^期限/), '2099-12-31');
    await app.user.click(panel.getByRole('button', { name: '追加' }));

    await screen.findByText('1名の必修にしました');
    const { items } = (await callAs('teacher', 'GET', '/assignments/')) as { items: { id: string }[] };
    expect(items).toMatchObject([{ courseId: 'security', userIds: ['user-kato'] }]);
    for (const { id } of items) await callAs('teacher', 'DELETE', `/assignments/${id}`);
  });
});
