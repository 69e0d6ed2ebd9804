/** Tests counting requests in flight. */
import { expect, test } from 'vitest';

import { countSent, noteSent } from '@/api/in-flight';

test('resolves with the last of the awaited requests and ignores earlier ones', async () => {
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

test('resolves at once when enough requests were sent before the wait began', async () => {
  const untilSent = countSent();
  noteSent();
  noteSent();

  await expect(untilSent(2)).resolves.toBeUndefined();
});
