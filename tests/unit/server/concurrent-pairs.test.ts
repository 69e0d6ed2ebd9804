/**
 * Tests each pair of writing calls at once, once. On PostgreSQL, whose transactions run in parallel, `ROUNDS=50`
 * repeats each pair: `ROUNDS=50 npx vitest run --project postgres tests/unit/server/concurrent-pairs.test.ts`.
 */
import { countWrongReads } from '@server/api/study/read-counts';
import { lessonReads, submits } from '@server/db/schema';
import type { Answer } from '@tests/support/server';
import { eq, sql } from 'drizzle-orm';
import { describe, expect, inject, test } from 'vitest';

import {
  assignmentCalls,
  type Call,
  curriculumCalls,
  deleteWorld,
  makeWorld,
  studyCalls,
  VERSION,
  type World,
} from './support/pairs';
import { useTestServer } from './support/test-server';

const isOnPostgres = (inject('postgresUrl') as string | undefined) !== undefined;
const ROUNDS = isOnPostgres ? Number(process.env.ROUNDS ?? 2) : 1;

const server = useTestServer({ writesPerSecond: 1_000_000 });

type Table = Readonly<Record<string, Call>>;
/** Lists the pairs of two tables' calls, each once; of one table's with themselves too. */
function pairsOf(one: Table, other: Table): [title: string, first: Call, second: Call][] {
  return Object.entries(one).flatMap(([name, first], index) =>
    Object.entries(other)
      .slice(one === other ? index : 0)
      .map(([otherName, second]): [string, Call, Call] => [`${name}, and ${otherName}`, first, second]),
  );
}

/** Lists the siblings whose `order` is not 0, 1, 2 … */
async function gaps(): Promise<unknown[]> {
  const parents = {
    courses: `''`,
    sections: 'course_id',
    chapters: 'section_id',
    lessons: 'chapter_id',
    question_sets: 'lesson_id',
  };
  const of = ([table, parent]: [string, string]) => `
    select '${table}' as kind, ${parent} as parent, array_agg("order" order by "order") as orders from ${table} group by 2
    having min("order") <> 0 or max("order") <> count(*) - 1 or count(distinct "order") <> count(*)`;
  const answer = await server.database.execute(sql.raw(Object.entries(parents).map(of).join(' union all ')));
  return (answer as unknown as { rows: unknown[] }).rows;
}

/** Reads an edited thing; undefined if it is gone. */
async function read(edits: string, world: World): Promise<Record<string, unknown> | undefined> {
  const [kind = '', key = ''] = edits.split('/');
  if (kind === 'assignments') {
    const { body } = await server.call('GET', '/api/v1/assignments/?size=200', { as: 'admin' });
    return body.items.find((item: { id: string }) => item.id === world[key]);
  }
  const { status, body } = await server.call('GET', `/api/v1/${kind}/${world[key]}`, { as: 'admin' });
  return status === 200 ? body : undefined;
}

type Done = readonly [call: Call, answer: Answer];
const isAccepted = ([, { status }]: Done) => status < 300;

/** Checks that what accepted edits set is stored, and that their versions are not newer than the stored one. */
async function expectEditsKept(done: readonly Done[], world: World): Promise<void> {
  for (const thing of new Set(done.flatMap(([call]) => call.edits ?? []))) {
    const accepted = done.filter((one) => one[0].edits === thing && isAccepted(one));
    const stored = await read(thing, world);
    if (!stored || accepted.length === 0) continue;
    const set = accepted.map(([call]) => call.sets?.(world) ?? {});
    for (const field of new Set(set.flatMap(Object.keys))) {
      const wanted = set.filter((fields) => field in fields).map((fields) => fields[field]);
      // A position depends on the siblings too.
      if (field !== 'order') expect(wanted, `${thing} ${field}`).toContain(stored[field]);
    }
    const versions = accepted.map(([, { body }]) => Date.parse(body.updatedAt));
    expect(Date.parse(String(stored.updatedAt)), thing).toBeGreaterThanOrEqual(Math.max(...versions));
  }
}

type Check = (done: readonly [Done, Done], world: World) => Promise<void> | void;

/**
 * Runs two calls at once, several times, and checks statuses, orders and edits.
 *
 * @param version both calls start from this version.
 */
async function runPair([first, second]: readonly [Call, Call], check?: Check, version?: string): Promise<void> {
  const removes = [first, second].some((call) => call.removes) || first === second;
  const expected = [200, 201, 204, ...(removes ? [404, 409, 422] : []), ...(version === undefined ? [] : [409])];
  for (let round = 0; round < ROUNDS; round += 1) {
    const world = await makeWorld(server, first.restores === true || second.restores === true);
    try {
      const answers = [first.run(server, world, version), second.run(server, world, version)] as const;
      const done: readonly [Done, Done] = [
        [first, await answers[0]],
        [second, await answers[1]],
      ];
      for (const [, { status }] of done) expect(expected).toContain(status);
      expect(done.some(isAccepted)).toBe(true);
      expect(await gaps()).toEqual([]);
      expect(await countWrongReads(server.database)).toBe(0);
      await expectEditsKept(done, world);
      await check?.(done, world);
    } finally {
      await deleteWorld(server, world);
    }
  }
}

const TIMEOUT_MS = 300_000;

test.each([...pairsOf(curriculumCalls, curriculumCalls), ...pairsOf(assignmentCalls, assignmentCalls)])(
  'two calls at once leave dense orders and lose no edit: %s',
  async (_title, first, second) => {
    await runPair([first, second]);
  },
  TIMEOUT_MS,
);

const edits = Object.entries({ ...curriculumCalls, ...assignmentCalls }).filter(([, call]) => call.edits);
const ofOneThing = pairsOf(Object.fromEntries(edits), Object.fromEntries(edits)).filter(
  ([, first, second], index, all) =>
    first.edits === second.edits && all.findIndex((pair) => pair.includes(first) && pair.includes(second)) === index,
);
test.each(ofOneThing)(
  'of two edits at once from one version, one is saved and the other answered 409: %s',
  async (_title, first, second) => {
    const check: Check = (done) => {
      expect(new Set(done.map(([, { status }]) => status))).toEqual(new Set([200, 409]));
    };
    await runPair([first, second], check, VERSION);
  },
  TIMEOUT_MS,
);

/** What must be stored after each call of a learner that was accepted, whatever happened to its course. */
const figures: Readonly<Record<keyof typeof studyCalls, (world: World) => Promise<void>>> = {
  'read a lesson': async ({ a = '' }) => {
    expect(await server.database.$count(lessonReads, eq(lessonReads.lessonId, a))).toBe(1);
  },
  'submit a question set': async ({ q1 = '' }) => {
    expect(await server.database.$count(submits, eq(submits.questionSetId, q1))).toBe(2);
  },
  'grade a question set again': async ({ submitId = '' }) => {
    const [submit] = await server.database.select().from(submits).where(eq(submits.id, submitId));
    expect(submit).toMatchObject({ score: 1, scoreBefore: 0 });
  },
};
describe.each(Object.entries(studyCalls))('%s at once with a change of its course', (name, study) => {
  test.each(Object.entries(curriculumCalls))(
    'is stored as it was answered: %s',
    async (_title, change) => {
      await runPair([study, change], async ([studied], world) => {
        if (isAccepted(studied)) await figures[name]?.(world);
      });
    },
    TIMEOUT_MS,
  );
});

test('the same assignment sent three times at once is created once, and each call is answered with it', async () => {
  const { run } = assignmentCalls['create an assignment'] ?? expect.fail('no such call');
  for (let round = 0; round < ROUNDS * 3; round += 1) {
    const world = await makeWorld(server);
    const answers = await Promise.all([run(server, world), run(server, world), run(server, world)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body.createdAt)).size).toBe(1);
    await deleteWorld(server, world);
  }
});
