/**
 * Tests that the table `read_counts` agrees with the readings after every change, of this build or, written as SQL, of
 * an older one (docs/decisions/0098). Random histories: completion-histories.test.ts; calls at once:
 * concurrent-pairs.test.ts.
 */
import { countWrongReads, READ_COUNTS_SETTING } from '@server/api/study/read-counts';
import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import { useTestServer } from './support/test-server';

const server = useTestServer();

const run = (statement: string) => server.database.execute(sql.raw(statement));

async function numberIn(statement: string): Promise<number> {
  const { rows } = (await run(`select (${statement})::int as count`)) as unknown as { rows: { count: number }[] };
  return rows[0]?.count ?? 0;
}

/** Returns the number of readings of lessons of a course, by the stored numbers. */
const storedReads = (courseId: string) =>
  numberIn(`select coalesce(sum(reads), 0) from read_counts where course_id = '${courseId}'`);

async function call(method: string, path: string, json?: object, as = 'admin') {
  const answer = await server.call(method, `/api/v1${path}`, { as, ...(json && { json }) });
  expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  return answer.body;
}

async function restoreNewest(): Promise<void> {
  const { items } = await call('GET', '/trash/?size=200');
  await call('POST', `/trash/${items[0].id}/restore`, { status: 'published' });
}

/** A lesson of the demo course `git` that learners have read, and its chapter and section. */
const place = async () => {
  const { rows } = (await run(`select l.id as lesson, ch.id as chapter, s.id as section
    from lessons l join chapters ch on ch.id = l.chapter_id join sections s on s.id = ch.section_id
    where s.course_id = 'git' and (select count(*) from lesson_reads r where r.lesson_id = l.id) > 1
    order by s."order", ch."order", l."order" limit 1`)) as unknown as {
    rows: { lesson: string; chapter: string; section: string }[];
  };
  return rows[0] ?? expect.fail('No reading is stored.');
};
const otherChapter = `(select ch.id from chapters ch join sections s on s.id = ch.section_id
  where s.course_id = 'security' order by ch.id limit 1)`;

/** Changes, each with the change of the number of readings of the course `git`, given those of its lesson. */
const changes: Record<string, { work: () => Promise<unknown>; change: (reads: number) => number }> = {
  'a lesson is deleted and restored': {
    work: async () => {
      await call('DELETE', `/lessons/${(await place()).lesson}`);
      expect(await countWrongReads(server.database)).toBe(0);
      await restoreNewest();
    },
    change: () => 0,
  },
  'a chapter is deleted and restored': {
    work: async () => {
      await call('DELETE', `/chapters/${(await place()).chapter}`);
      expect(await countWrongReads(server.database)).toBe(0);
      await restoreNewest();
    },
    change: () => 0,
  },
  'a course is deleted and restored': {
    work: async () => {
      await call('DELETE', '/courses/git');
      expect(await countWrongReads(server.database)).toBe(0);
      expect(await storedReads('git')).toBe(0);
      await restoreNewest();
    },
    change: () => 0,
  },
  'a course becomes a draft and is published again': {
    work: async () => {
      await call('PATCH', '/courses/git', { status: 'draft' });
      await call('PATCH', '/courses/git', { status: 'published' });
    },
    change: () => 0,
  },
  'an older build moves a lesson to another course and back': {
    work: async () => {
      const { lesson, chapter } = await place();
      const before = await storedReads('git');
      await run(`update lessons set chapter_id = ${otherChapter} where id = '${lesson}'`);
      expect(await countWrongReads(server.database)).toBe(0);
      expect(await storedReads('git')).toBeLessThan(before);
      await run(`update lessons set chapter_id = '${chapter}' where id = '${lesson}'`);
    },
    change: () => 0,
  },
  'an older build swaps the chapters of two lessons in one statement': {
    work: async () => {
      const { lesson, chapter } = await place();
      await run(`update lessons l set chapter_id = case when l.id = '${lesson}' then ${otherChapter} else '${chapter}' end
        where l.id = '${lesson}' or l.chapter_id = ${otherChapter}`);
      expect(await countWrongReads(server.database)).toBe(0);
      await run(`update lessons set chapter_id = case when id = '${lesson}' then '${chapter}' else ${otherChapter} end
        where id = '${lesson}' or id like 'security-%' and chapter_id = '${chapter}'`);
    },
    change: () => 0,
  },
  'a section is moved to another course and back': {
    work: async () => {
      const { section } = await place();
      await run(`update sections set course_id = 'security' where id = '${section}'`);
      expect(await countWrongReads(server.database)).toBe(0);
      await run(`update sections set course_id = 'git' where id = '${section}'`);
    },
    change: () => 0,
  },
  'a repeated reading is sent': {
    work: async () => {
      const { lesson } = await place();
      await call('PUT', `/progress/lesson/${lesson}`, undefined, 'staff');
      await call('PUT', `/progress/lesson/${lesson}?at=2026-01-01T00:00:00Z`, undefined, 'staff');
    },
    change: () => 1,
  },
  'a reading is deleted': {
    work: async () => {
      const { lesson } = await place();
      await run(`delete from lesson_reads where user_id = 'user-staff' and lesson_id = '${lesson}'`);
    },
    change: () => -1,
  },
  'all readings of a lesson are deleted': {
    work: async () => {
      const { lesson } = await place();
      await run(`delete from lesson_reads where lesson_id = '${lesson}'`);
    },
    change: (reads) => -reads,
  },
};

describe('the stored numbers agree with the readings', () => {
  test.each(Object.entries(changes))('after %s', async (_title, { work, change }) => {
    const { lesson } = await place();
    const reads = await numberIn(`select count(*) from lesson_reads where lesson_id = '${lesson}'`);
    const before = await storedReads('git');
    await work();
    expect(await countWrongReads(server.database)).toBe(0);
    expect(await storedReads('git')).toBe(before + change(reads));
    expect(await numberIn('select count(*) from read_counts where reads <= 0')).toBe(0);
  });

  test('after ten readings of a chapter at once, by one person and by many', async () => {
    const { chapter } = await place();
    const { rows } = (await run(`select id from lessons where chapter_id = '${chapter}'`)) as unknown as {
      rows: { id: string }[];
    };
    const people = ['student', 'student2', 'staff', 'teacher', 'admin'];
    const sent = people.flatMap((as) => rows.map(({ id }) => call('PUT', `/progress/lesson/${id}`, undefined, as)));
    await Promise.all(sent);
    expect(await countWrongReads(server.database)).toBe(0);
    const isReader = `user_id in (${people.map((name) => `'user-${name}'`).join()})`;
    expect(await numberIn(`select count(*) from read_counts where course_id = 'git' and ${isReader}`)).toBe(
      people.length,
    );
  });

  test('after people move to another company or are deleted', async () => {
    await call('PATCH', '/users/user-student', { companyId: null });
    await call('DELETE', '/users/user-watanabe');
    expect(await countWrongReads(server.database)).toBe(0);
  });
});

test('a start counts again if the stored numbers are of another version, and only then', async () => {
  await run(`update read_counts set reads = reads + 1`);
  const wrong = (await countWrongReads(server.database)) ?? 0;
  expect(wrong).toBeGreaterThan(0);
  await server.pause();
  await server.resume();
  expect(await countWrongReads(server.database)).toBe(wrong);

  await run(`update settings set value = '0' where key = '${READ_COUNTS_SETTING}'`);
  await server.pause();
  await server.resume();
  expect(await countWrongReads(server.database)).toBe(0);
});
