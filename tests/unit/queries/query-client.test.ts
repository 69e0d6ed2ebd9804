/** Tests how failed reads are retried (specification §9). */
import { describe, expect, test, vi } from 'vitest';

import { ApiError, NetworkError, UnexpectedAnswerError } from '@/api/network/errors';
import { createQueryClient, retryDelay, shouldRetry } from '@/queries/query-client';

describe('a failed read', () => {
  test('a failed read is retried three times', () => {
    const error = new ApiError(500, '');
    expect([0, 1, 2, 3].map((count) => shouldRetry(count, error, true))).toEqual([true, true, true, false]);
  });

  test.each([400, 401, 403, 404, 409, 422, 429])('a failed read is not retried after %i', (status) => {
    expect(shouldRetry(0, new ApiError(status, ''), true)).toBe(false);
  });

  test.each([500, 502, 503])('a failed read is retried after %i', (status) => {
    expect(shouldRetry(0, new ApiError(status, ''), false)).toBe(true);
  });

  test('a failed read without a network is retried only if the screen shows data', () => {
    expect(shouldRetry(0, new NetworkError(''), true)).toBe(true);
    expect(shouldRetry(0, new NetworkError(''), false)).toBe(false);
  });

  test.each([true, false])('a failed read is retried after an answer of a portal, with data shown: %s', (hasData) => {
    expect(shouldRetry(0, new UnexpectedAnswerError('', { gateway: 'portal' }), hasData)).toBe(true);
  });

  test.each(['refusal', 'basic-auth'] as const)('a failed read is not retried after the gateway’s %s', (gateway) => {
    expect(shouldRetry(0, new UnexpectedAnswerError('', { gateway, status: 401 }), true)).toBe(false);
  });

  test('a failed read is not retried after a response that does not match its schema', () => {
    const error = new UnexpectedAnswerError('');
    error.schemaMismatch = 'サーバーの応答が想定と違います';
    expect(shouldRetry(0, error, true)).toBe(false);
  });
});

test('the backoff of reads doubles up to 30 s', () => {
  expect([0, 1, 2, 3, 4, 5, 10].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
});

test('the retry rule of reads checks at each retry if the screen shows data', async () => {
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

test('a query that no screen uses is evicted from memory after five minutes', () => {
  vi.useFakeTimers();
  const queryClient = createQueryClient();
  queryClient.setQueryData(['courses'], 'shown');

  vi.advanceTimersByTime(5 * 60_000 - 1);
  expect(queryClient.getQueryData(['courses'])).toBe('shown');
  vi.advanceTimersByTime(1);
  expect(queryClient.getQueryData(['courses'])).toBeUndefined();
});
