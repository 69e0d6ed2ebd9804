/** How reads are repeated (specification §9). */
import { afterEach, describe, expect, test, vi } from 'vitest';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/errors';
import { createQueryClient, retryDelay, shouldRetry } from '@/queries/query-client';

afterEach(() => vi.useRealTimers());

describe('a failed read', () => {
  test('is sent again three times, and then no more', () => {
    const error = new ApiError(500, '');
    expect([0, 1, 2, 3].map((count) => shouldRetry(count, error, true))).toEqual([true, true, true, false]);
  });

  test.each([400, 401, 403, 404, 409, 422, 429])('is not sent again after a refusal with %i', (status) => {
    expect(shouldRetry(0, new ApiError(status, ''), true)).toBe(false);
  });

  test.each([500, 502, 503])('is sent again after %i', (status) => {
    expect(shouldRetry(0, new ApiError(status, ''), false)).toBe(true);
  });

  test('without a network is sent again only where the screen shows data', () => {
    expect(shouldRetry(0, new NetworkError(''), true)).toBe(true);
    expect(shouldRetry(0, new NetworkError(''), false)).toBe(false);
  });

  test.each([true, false])('is sent again after an answer that is not the API’s, with data shown: %s', (hasData) => {
    expect(shouldRetry(0, new UnexpectedAnswerError(''), hasData)).toBe(true);
  });

  test('is not sent again after an answer of the server that does not fit its schema', () => {
    const error = new UnexpectedAnswerError('');
    error.schemaMismatch = 'サーバーの応答が想定と違います';
    expect(shouldRetry(0, error, true)).toBe(false);
  });
});

test('waits double and are capped at 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('the cache asks whether there is data when it decides', async () => {
  const queryClient = createQueryClient();
  let calls = 0;
  const options = {
    queryKey: ['courses'] as const,
    retryDelay: 0,
    queryFn: () => {
      calls += 1;
      return Promise.reject(new NetworkError('none'));
    },
  };
  await expect(queryClient.fetchQuery(options)).rejects.toThrow(NetworkError);
  expect(calls).toBe(1);

  queryClient.setQueryData(['courses'], 'shown', { updatedAt: 0 });
  await expect(queryClient.fetchQuery(options)).rejects.toThrow(NetworkError);
  expect(calls).toBe(5);
});

test('what no screen shows any more is remembered for five minutes, and then forgotten', () => {
  vi.useFakeTimers();
  const queryClient = createQueryClient();
  queryClient.setQueryData(['courses'], 'shown');

  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(queryClient.getQueryData(['courses'])).toBe('shown');
  vi.advanceTimersByTime(1);
  expect(queryClient.getQueryData(['courses'])).toBeUndefined();
});
