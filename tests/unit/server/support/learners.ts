/** Simulates learners who send submits without pause, and resend unacknowledged ones, as devices do. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';

import type { TestServer } from '@tests/support/server';
import { sql } from 'drizzle-orm';

/** Statuses after which a simulated device resends a call. */
const LATER = [503, 504];

export interface Learners {
  /** The ids of the submits that a server has acknowledged. */
  readonly acknowledged: ReadonlySet<string>;
  /** Responses after which a device would not retry, or that it does not expect. */
  readonly strange: readonly string[];
  /** Resolves when this many more submits are acknowledged. */
  more: (count: number) => Promise<void>;
  /** Stops the learners, and resolves when no call is in flight. */
  stop: () => Promise<void>;
}

type Callable = Pick<TestServer, 'call'>;

const at = '2026-02-03T04:05:06.789Z';

/** Starts learners at each server. Calls without a response are resent too. */
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

/** Returns acknowledged submits that are missing in the database. */
export async function missingOf({ acknowledged }: Learners, { database }: TestServer): Promise<string[]> {
  const answer = await database.execute(sql`select client_submit_id as id from submits`);
  const { rows } = answer as unknown as { rows: { id: string }[] };
  const there = new Set(rows.map(({ id }) => id));
  return [...acknowledged].filter((id) => !there.has(id));
}
