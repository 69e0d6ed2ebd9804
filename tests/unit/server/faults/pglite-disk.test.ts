/**
 * Tests a failing disk of the embedded database while learners send submits: the server answers errors, and recovers
 * with the disk.
 */
import { randomUUID } from 'node:crypto';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';

import { letLearnersStudy, missingOf } from '@tests/unit/server/support/learners';
import { beforeAll, beforeEach, expect, test, vi } from 'vitest';

import { useTestServer } from '../support/test-server';

const server = useTestServer();
let questionSetId: string;
beforeAll(async () => {
  questionSetId = (await server.call('GET', '/api/v1/question-set/', { as: 'student' })).body.items[0].id;
});
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue());

const at = '2026-02-03T04:05:06.789Z';
const submit = (clientSubmitId: string) => {
  const json = { clientSubmitId, questionSetId, questionSetUpdatedAt: at, answers: [], answeredAt: at };
  return server.call('POST', '/api/v1/submit/', { as: 'student', json });
};

/** Makes all disk writes of this process fail with a system error. @returns a function that lets them succeed again. */
function breakDisk(code: string, names: ('writeSync' | 'fdatasyncSync' | 'fsyncSync')[]): () => void {
  const spies = names.map((name) =>
    vi.spyOn(fs, name).mockImplementation(() => {
      throw Object.assign(new Error(`${code}: of the test`), { code });
    }),
  );
  syncBuiltinESMExports();
  return () => {
    for (const spy of spies) spy.mockRestore();
    syncBuiltinESMExports();
  };
}

test.each([
  ['is full', 'ENOSPC', ['writeSync']],
  ['is read-only', 'EROFS', ['writeSync']],
  ['is gone', 'EIO', ['writeSync', 'fdatasyncSync', 'fsyncSync']],
  ['does not keep what it was given', 'EIO', ['fdatasyncSync', 'fsyncSync']],
] as const)(
  'fault: the disk of the embedded database %s (%s) while learners send submits → 503 and 504, the process continues, no acknowledged submit is missing, and the first call after recovery succeeds',
  async (_, code, names) => {
    const learners = letLearnersStudy([server], questionSetId);
    await learners.more(10);
    const repair = breakDisk(code, [...names]);
    const id = randomUUID();
    const answer = await submit(id);
    expect([503, 504]).toContain(answer.status);
    await vi.waitFor(async () => expect((await server.call('GET', '/healthz')).status).toBe(503));
    repair();
    await vi.waitFor(async () => expect((await submit(id)).status).toBeLessThan(300));
    await learners.more(10);
    await learners.stop();

    expect(learners.strange).toEqual([]);
    expect(await missingOf(learners, server)).toEqual([]);
  },
);
