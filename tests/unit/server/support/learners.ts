/** Learners who hand in without a pause, and send again what was not acknowledged, as devices do. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { TestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';

/** What may be said to a call that shall come again. */
const LATER = [503, 504];

export interface Learners {
  /** The ids of the submits that a server has acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Whatever was answered that a device would set aside, or no device expects. */
  readonly strange: readonly string[];
  /** Resolves when so many more have been acknowledged. */
  more: (count: number) => Promise<void>;
  /** Resolves once nothing is on its way any more. */
  stop: () => Promise<void>;
}

type Callable = Pick<TestServer, 'call'>;

const at = '2026-02-03T04:05:06.789Z';

/** Lets so many of them study at each server; a server that answers nothing is asked again, too. */
export function letLearnersStudy(servers: readonly Callable[], questionSetId: string, each = 3): Learners {
  const acknowledged = new Set<string>();
  const strange: string[] = [];
  let isOver = false;

  async function handIn(server: Callable, clientSubmitId: string): Promise<boolean> {
    const json = { clientSubmitId, questionSetId, questionSetUpdatedAt: at, answers: [], answeredAt: at };
    const answer = await server.call('POST', '/api/v1/submit/', { as: 'student', json }).catch(() => undefined);
    const isDone = answer !== undefined && answer.status < 300 && answer.body.clientSubmitId === clientSubmitId;
    if (isDone) acknowledged.add(clientSubmitId);
    else if (answer && !LATER.includes(answer.status)) strange.push(`${answer.status} ${JSON.stringify(answer.body)}`);
    else if (answer?.status === 503 && !answer.headers.get('Retry-After')) strange.push('503 without Retry-After');
    return isDone;
  }

  async function study(server: Callable): Promise<void> {
    while (!isOver) {
      const id = randomUUID();
      while (!(await handIn(server, id)) && !isOver) await wait(20);
    }
  }

  const studying = servers.flatMap((server) => Array.from({ length: each }, () => study(server)));
  return {
    acknowledged,
    strange,
    async more(count) {
      const goal = acknowledged.size + count;
      while (acknowledged.size < goal && strange.length === 0) await wait(5);
    },
    async stop() {
      isOver = true;
      await Promise.all(studying);
    },
  };
}

/** Those that were acknowledged and are not in the database. */
export async function missingOf({ acknowledged }: Learners, { database }: TestServer): Promise<string[]> {
  const answer = await database.execute(sql`select client_submit_id as id from submits`);
  const { rows } = answer as unknown as { rows: { id: string }[] };
  const there = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !there.has(id));
}
