/** Tests home: the next lesson, this week, the started courses, and the notice. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useOwnServer } from '@tests/support/demo';
import { useNetworkStub } from '@tests/support/network-stub';
import { describe, expect, test } from 'vitest';

// The server has its own data, because records of other tests would change which learners are behind.
useOwnServer('home');
const network = useNetworkStub();
const region = async (name: string) => within(await screen.findByRole('region', { name }));
const mainText = () => screen.getByRole('main').textContent;

describe('home of a learner who has started', () => {
  test('home opens the next lesson of a started course with one press', async () => {
    const app = await renderApp({ user: 'student' });
    const button = await screen.findByRole('link', { name: '学習を続ける' });
    expect(mainText()).toMatch(/続きから ・ (Gitとコマンドライン|情報セキュリティの基本)/);

    await app.user.click(button);

    await screen.findByRole('button', { name: '読了にする' });
    expect(['/lessons/git-bash-script', '/lessons/security-devices']).toContain(app.href);
  });

  test('home lists the started courses with progress bars, and no other courses', async () => {
    const app = await renderApp({ user: 'student' });
    const underWay = await region('学習中のコース');

    const titles = underWay.getAllByRole('heading', { level: 3 }).map((title) => title.textContent);
    expect(titles.toSorted()).toEqual(['Gitとコマンドライン', '情報セキュリティの基本']);
    const bar = underWay.getByLabelText('Gitとコマンドラインの進捗');
    expect(bar.getAttribute('aria-valuetext')).toContain('23%');
    await app.user.click(underWay.getByRole('link', { name: '情報セキュリティの基本' }));

    await screen.findByRole('heading', { level: 1, name: '情報セキュリティの基本' });
  });

  test('home shows the overall progress, and this week from Monday to Sunday', async () => {
    await renderApp({ user: 'student' });

    expect((await region('全体の進捗')).getAllByText('9 / 40 レッスン読了（23%）')).toHaveLength(1);
    const days = (await region('今週の学習')).getAllByRole('listitem');
    expect(days.map((day) => day.textContent.slice(1, 3))).toEqual([
      '月曜',
      '火曜',
      '水曜',
      '木曜',
      '金曜',
      '土曜',
      '日曜',
    ]);
  });

  test('home renders the notice as markdown', async () => {
    await renderApp({ user: 'student' });
    const notice = await region('お知らせ');

    const strong = await notice.findByText('ようこそ、まなびばへ。');
    expect(strong.tagName).toBe('STRONG');
  });
});

describe('home of a new learner', () => {
  test('home offers a new learner the first lesson of the first course', async () => {
    const app = await renderApp({ user: 'matsumoto' });
    await screen.findByRole('link', { name: '学習を始める' });
    expect(mainText()).toContain('始める ・ 情報セキュリティの基本');
    expect(mainText()).toContain('レッスンを1つ読み終えると、ここに並びます。');
    expect(mainText()).toContain('0 / 40 レッスン読了（0%）');

    await app.user.click(screen.getByRole('link', { name: '学習を始める' }));

    await screen.findByRole('heading', { level: 1, name: '何を守るのか：三つの性質' });
  });

  test('home says so if there are no courses yet', async () => {
    network.answer(/^GET \/courses\/\?/, 200, []);
    await renderApp({ user: 'matsumoto' });

    await screen.findByText('コースはまだありません');
    expect(screen.queryByRole('link', { name: /学習を/ })).toBeNull();
  });
});

test('home continues with an unfinished course after another was finished', async () => {
  await renderApp({ user: 'yamada' });

  await screen.findByRole('link', { name: '学習を始める' });
  expect(mainText()).toContain('始める ・ Gitとコマンドライン');
  expect(mainText()).toContain('レッスンを1つ読み終えると、ここに並びます。');
});

test('home says so when everything is read, and links to the courses', async () => {
  network.answer(/^GET \/courses\/\?/, 200, [
    { id: 'security', title: '情報セキュリティの基本', lessonCount: 14, updatedAt: '2026-11-01T00:00:00Z' },
  ]);
  const app = await renderApp({ user: 'yamada' });
  await screen.findByRole('heading', { level: 2, name: 'すべて読み終えました' });

  await app.user.click(screen.getByRole('link', { name: 'ほかのコースを見る' }));

  await screen.findByRole('heading', { level: 1, name: 'コース' });
});

test('home shows no notice card if there is no notice', async () => {
  network.answer('GET /info/', 200, { serviceName: 'まなびば', notice: null });
  await renderApp({ user: 'student' });

  await screen.findByRole('region', { name: '全体の進捗' });
  expect(screen.queryByRole('region', { name: 'お知らせ' })).toBeNull();
});

describe('home of a role that looks after learners', () => {
  test('home shows staff their learners and those who are behind, with a link to each', async () => {
    const app = await renderApp({ user: 'staff' });
    const glance = await region('受講者のようす');

    await glance.findByText('15名');
    const behind = within(glance.getByRole('list', { name: '遅れている人' }));
    expect(behind.getAllByRole('link', { name: /小林 直樹/ })).toHaveLength(1);
    await app.user.click(behind.getByRole('link', { name: /小林 直樹/ }));
    await screen.findByRole('heading', { level: 1, name: '小林 直樹' });
    expect(app.href).toBe('/users/detail/user-kobayashi');
  });

  test('home names three learners who are behind and links to the list of all of them', async () => {
    const app = await renderApp({ user: 'staff' });
    const glance = await region('受講者のようす');
    const behind = within(await glance.findByRole('list', { name: '遅れている人' }));
    expect(behind.getAllByRole('link')).toHaveLength(4);
    await app.user.click(behind.getByRole('link', { name: 'ほか1名' }));

    await screen.findByRole('heading', { level: 1, name: '株式会社みなと' });
    expect(app.href).toBe('/companies/minato?state=behind');
  });

  test('home links staff to the list of all their learners', async () => {
    const app = await renderApp({ user: 'staff' });
    await app.user.click((await region('受講者のようす')).getByRole('link', { name: '全員を見る' }));

    await screen.findByRole('heading', { level: 1, name: '株式会社みなと' });
    expect(app.href).toBe('/companies/minato');
  });

  test('home offers staff a retry when the list of learners fails, and shows everything else', async () => {
    network.answer(/^GET \/users\/\?/, 403, { detail: '' });
    const app = await renderApp({ user: 'staff' });
    const glance = await region('受講者のようす');
    await glance.findByRole('alert');
    expect(await region('お知らせ')).toBeTruthy();
    screen.getByText(/^自分の学習：\d+レッスン読了$/);
    network.restore();

    await app.user.click(glance.getByRole('button', { name: 'もう一度' }));

    await glance.findByText('15名');
  });

  test.each(['teacher', 'admin'])('home shows %s the courses edited last, newest first', async (user) => {
    const app = await renderApp({ user });
    const edits = await region('最近の編集');

    const times = edits.getAllByRole('listitem').map((row) => row.querySelector('time')?.dateTime ?? '');
    expect(times.length).toBeGreaterThan(2);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(edits.getAllByText('下書き').length).toBeGreaterThan(0);
    await app.user.click(edits.getByRole('link', { name: '「Gitとコマンドライン」を編集' }));
    await waitFor(() => expect(app.href).toBe('/courses/edit/git'));
  });

  test('home shows students no other learners, and requests none', async () => {
    await renderApp({ user: 'student' });
    await region('全体の進捗');

    expect(screen.queryByRole('region', { name: '受講者のようす' })).toBeNull();
    expect(screen.queryByRole('region', { name: '最近の編集' })).toBeNull();
    expect(network.calls().filter((words) => words.startsWith('GET /users/'))).toEqual([]);
  });
});
