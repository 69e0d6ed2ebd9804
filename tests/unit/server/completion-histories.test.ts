/**
 * Compares the server's completions and figures with a model, after random histories of edits and readings that arrive
 * late. HISTORIES is their number, 5 by default; SEED the first seed.
 */
import { useOwnClock } from '@tests/support/database-clock';
import { compareAll } from '@tests/support/histories/compare';
import { CompletionHistory } from '@tests/support/histories/completion-history';
import { beforeAll, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const count = Number(process.env.HISTORIES ?? 5);
const first = Number(process.env.SEED ?? 1);
const STEPS = 30;

const server = useTestServer();
beforeAll(async () => {
  await useOwnClock(server);
  for (const person of ['admin', 'teacher', 'student', 'student2', 'watanabe', 'staff']) await server.login(person);
});

test(`in ${count} random histories from seed ${first}, completions and figures are those of the model`, async () => {
  for (let seed = first; seed < first + count; seed += 1) {
    const history = new CompletionHistory(server, seed);
    let step = 0;
    const compare = async () => {
      step += 1;
      if (step % 15 === 0) await compareAll(server, history);
    };
    await history.play(STEPS, compare).catch((error: unknown) => {
      throw new Error(`Seed ${seed}:\n${history.log.join('\n')}\n${String(error)}`, { cause: error });
    });
  }
  expect(count).toBeGreaterThan(0);
}, 7_200_000);
