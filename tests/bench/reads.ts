/** Waits with a timer, because no event says that no more requests will follow. */
import { Agent, request } from 'node:http';

import { startTestServer } from '@tests/support/server';

import { hear, listenIn, type Statement } from './call-times.mjs';

/** The API calls of a course's and a lesson's screen that the bench times, for a learner with progress. */
export const READS = [
  '/api/v1/me/',
  '/api/v1/courses/git',
  '/api/v1/lessons/git-terminal',
  '/api/v1/progress/detail/user-student',
];

/** Records the SQL statements of each call on a server in this process. */
export async function hearReads(databaseUrl: string): Promise<{ token: string; asked: Map<string, Statement[]> }> {
  listenIn();
  const server = await startTestServer({ databaseUrl });
  try {
    const token = await server.login('student');
    const asked = new Map<string, Statement[]>();
    for (const path of READS) asked.set(path, await hear(() => server.call('GET', path, { as: 'student' })));
    return { token, asked };
  } finally {
    await server.stop();
  }
}

function get(agent: Agent, url: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, headers: { Authorization: `Bearer ${token}` } }, (response) => {
      response.resume().on('end', () => {
        if (response.statusCode === 200) resolve();
        else reject(new Error(`${url}: ${response.statusCode}`));
      });
    });
    sent.on('error', reject).end();
  });
}

/** Lets `devices` devices read one path, `calls` times each, one after the other. @returns responses per second */
export async function readAll(
  origins: readonly string[],
  path: string,
  token: string,
  { devices, calls }: { devices: number; calls: number },
): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const startedAt = performance.now();
  const work = Array.from({ length: devices }, async (_, index) => {
    const origin = origins[index % origins.length];
    for (let call = 0; call < calls; call += 1) await get(agent, `${origin}${path}`, token);
  });
  await Promise.all(work);
  agent.destroy();
  return (1000 * devices * calls) / (performance.now() - startedAt);
}
