/** Tests the rate limit of writes per user. */
import { startTestServer } from '@tests/support/server';
import { expect, test } from 'vitest';

test('a user who writes too often gets 429; reads and other users are not limited', async () => {
  // At this rate the server accepts a burst of four writes before it answers 429.
  const server = await startTestServer({ writesPerSecond: 0.1 });
  const write = (as: string) => server.call('PUT', '/api/v1/progress/lesson/git-terminal', { as });
  const statuses: number[] = [];
  for (let count = 0; count < 5; count += 1) statuses.push((await write('student')).status);
  const refused = await write('student');
  const others = [
    await write('student2'),
    await server.call('GET', '/api/v1/me/', { as: 'student' }),
    await server.signIn('student'),
  ];
  await server.stop();

  expect(statuses).toEqual([200, 200, 200, 200, 429]);
  expect(refused.headers.get('Retry-After')).toMatch(/^\d+$/);
  expect(refused.body.detail).toMatch(/秒後に、もう一度お試しください。$/);
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
});
