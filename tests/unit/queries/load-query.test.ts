/** Tests reads of route loaders that share a query with other readers. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { loadQuery } from '@/queries/load-query';

test('a read aborted because another reader unmounted is started again', async () => {
  const queryClient = new QueryClient();
  const answers: ((words: string) => void)[] = [];
  const options = {
    queryKey: ['courses'] as const,
    // TanStack Query aborts an unused query only if its query function reads the signal.
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      new Promise<string>((resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
        answers.push(resolve);
      }),
  };
  const leave = new QueryObserver(queryClient, options).subscribe(() => undefined);
  const loading = loadQuery(queryClient, options);

  leave();
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('here');

  expect(await loading).toBe('here');
});
