/** Tests counting the requests that were sent, and waiting until a number of them was sent. */
import { expect, test } from 'vitest';

import { countSent, noteSent } from '@/api/in-flight';

test('a wait for two requests resolves with the second one, and ignores requests sent before the count began', async () => {
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

test('a wait for requests resolves at once when enough requests were sent before it began', async () => {
  const untilSent = countSent();
  noteSent();
  noteSent();

  await expect(untilSent(2)).resolves.toBeUndefined();
});
