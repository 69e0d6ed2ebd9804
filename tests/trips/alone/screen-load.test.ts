/** Tests a screen whose code (chunk) never loads or fails to load (specification §8 and §9: 120 s). */
import { screen, waitFor, within } from '@testing-library/dom';
import { renderApp } from '@tests/support/app';
import { expect, test, vi } from 'vitest';

import { SCREEN_LOAD_TIMEOUT_MS } from '@/lib/constants';

// The chunk of the course list never loads; the chunk of the company list fails.
vi.mock('@/features/courses/CourseList', () => new Promise(() => undefined));
vi.mock('@/features/companies/CompanyList', () => Promise.reject(new TypeError('Failed to fetch')));

const main = () => within(screen.getByRole('main'));

test('while a screen’s chunk loads, the skeleton is shown for 120 s, then a load failure with a link home', async () => {
  const app = await renderApp({ user: 'student', path: '/community' });
  vi.useFakeTimers({ shouldAdvanceTime: true });

  app.router.history.push('/courses');
  await vi.advanceTimersByTimeAsync(200);
  await main().findByText('読み込んでいます');
  await vi.advanceTimersByTimeAsync(SCREEN_LOAD_TIMEOUT_MS - 20_000);
  expect(main().queryByRole('alert')).toBeNull();
  await vi.advanceTimersByTimeAsync(20_000);

  expect((await main().findByRole('heading', { level: 1 })).textContent).toBe('Loading chunk failed');
  await app.user.click(main().getByRole('link', { name: 'ホームに戻る' }));
  await waitFor(() => expect(main().getByRole('heading', { level: 1 }).textContent).toMatch(/のホーム$/));
});

test('a screen whose chunk fails to load shows an error with a link home', async () => {
  vi.spyOn(console, 'error').mockReturnValue(undefined);
  const app = await renderApp({ user: 'admin', path: '/companies' });

  await main().findByRole('heading', { level: 1 });
  expect(app.href).toBe('/companies');
  expect(main().getAllByRole('link', { name: 'ホームに戻る' })).toHaveLength(1);
});
