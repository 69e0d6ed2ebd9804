/** How loaders read, when others look at the same thing. */
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';

import { loadQuery } from '@/queries/load-query';

test('an asking that was broken off because somebody else went away begins anew', async () => {
  const queryClient = new QueryClient();
  const answers: ((words: string) => void)[] = [];
  const options = {
    queryKey: ['courses'] as const,
    // Taking the signal is what lets the library break it off.
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
