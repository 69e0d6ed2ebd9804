/** When so many requests are on their way. */
import { expect, test } from 'vitest';

import { noteSent, untilSent } from '@/api/in-flight';

test('resolves with the last of so many, whatever was sent before', async () => {
  noteSent();
  let isResolved = false;
  const waited = untilSent(2).then(() => (isResolved = true));
  noteSent();
  await Promise.resolve();
  expect(isResolved).toBe(false);
  noteSent();
  await waited;
  expect(isResolved).toBe(true);
});
