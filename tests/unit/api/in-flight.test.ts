/** Tests counting the requests that were sent, and waiting until a number of them was sent. */
import { expect, test } from 'vitest';

import { countSent, noteSent } from '@/api/network/in-flight';

test('waiting for two requests ends when the second one is sent; requests sent before the count began are ignored', async () => {
  noteSent();
  const untilSent = countSent();
  let isResolved = false;
  const waited = untilSent(2).then(() => (isResolved = true));
  noteSent();
  await Promise.resolve();
  expect(isResolved).toBe(false);
  noteSent();
  await waited;
  expect(isResolved).toBe(true);
});

test('waiting for requests ends at once when enough requests were sent before the wait began', async () => {
  const untilSent = countSent();
  noteSent();
  noteSent();

  await expect(untilSent(2)).resolves.toBeUndefined();
});
