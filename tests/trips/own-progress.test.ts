/** Tests マイページ (my page) with queued calls: every figure includes the calls that the server has not received yet. */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { useNetworkStub } from '@tests/support/network-stub';
import { recordEmptySubmit, recordWaiting } from '@tests/support/waiting-calls';
import { beforeEach, expect, test } from 'vitest';

const network = useNetworkStub();
const main = () => within(screen.getByRole('main'));

beforeEach(() => network.cut(/^(PUT|POST) /));

test('my page shows the queued study activity as the last one, if it is later than the server’s', async () => {
  await recordWaiting('matsumoto', { kind: 'lesson-read', lessonId: 'git-pipes' });
  await renderApp({ user: 'matsumoto', path: '/mypage' });

  await waitFor(() => {
    const profile = within(main().getByRole('region', { name: 'プロフィール' }));
    expect(profile.getByText('最後の学習').nextElementSibling?.textContent).toMatch(/^今日/);
  });
});

test('a course started on this device is listed with name and lessons, on a server that sends started courses only', async () => {
  network.answer('GET /progress/detail/user-student2', 200, { userId: 'user-student2', courses: [] });
  await recordWaiting('student2', { kind: 'lesson-read', lessonId: 'statistics-normal' });
  await renderApp({ user: 'student2', path: '/mypage' });

  const name = await main().findByRole('heading', { level: 3, name: 'はじめての統計' });
  expect(name.parentElement?.textContent).toContain('1 / 13 レッスン読了');
});

test('a result graded on this device is marked as provisional', async () => {
  await recordEmptySubmit('student2', 'git-q-merge');
  const app = await renderApp({ user: 'student2', path: '/mypage' });

  await app.user.click(await main().findByText(/^問題の結果（1 \/ /));
  await main().findByText(/最後 0\/6（仮採点）/);
  const results = within(await main().findByRole('region', { name: '結果の移り変わり' }));
  await app.user.click(results.getByText('表で見る'));
  expect(await results.findByRole('cell', { name: '0/6（仮採点）' })).toBeDefined();
});
