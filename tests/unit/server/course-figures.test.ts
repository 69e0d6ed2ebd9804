/**
 * Tests the figures of courses in their list: they agree with the lists of people, and each role sees those of the
 * people it may see.
 */
import { users } from '@server/db/schema';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';

import type { Course } from '@/api/courses';
import type { PersonWithShares } from '@/api/people-lists';
import { isCompleted } from '@/study/completed';

import { useTestServer } from './support/test-server';

const server = useTestServer();

async function list(as: string, query: string) {
  const { status, body } = await server.call('GET', `/api/v1/courses/?size=200${query}`, { as });
  expect(status).toBe(200);
  return body as { items: Course[]; applied: string[] };
}
const figuresFor = async (as: string) =>
  new Map((await list(as, '&figures=1')).items.map(({ id, figures }) => [id, figures]));

async function learnersFor(as: string, filter = ''): Promise<PersonWithShares[]> {
  const { body } = await server.call('GET', `/api/v1/users/?size=200&role=STUDENT${filter}`, { as });
  return (body.items as PersonWithShares[]).filter(({ active }) => active);
}

/** Counts the learners of a course in a list of people, as an app without figures would. */
function countIn(
  people: readonly PersonWithShares[],
  courseId: string,
  isRequired: (person: PersonWithShares) => boolean,
) {
  const taken = people.flatMap((person) => {
    const share = person.courses.find((course) => course.courseId === courseId);
    const study = {
      lessonCount: share?.total ?? 0,
      readCount: share?.read ?? 0,
      completedAt: share?.completedAt ?? undefined,
    };
    const isBegun = study.readCount > 0 || study.completedAt !== undefined;
    return isBegun || isRequired(person) ? [isCompleted(study)] : [];
  });
  return { learnerCount: taken.length, finishedCount: taken.filter(Boolean).length };
}

describe('figures of courses', () => {
  test.each(['admin', 'teacher', 'staff'])(
    'the figures that %s reads agree with the people whom they may see',
    async (as) => {
      const [figures, people] = [await figuresFor(as), await learnersFor(as)];
      expect(figures.size).toBeGreaterThan(3);
      const { body } = await server.call('GET', '/api/v1/assignments/?size=200', { as });
      const required = body.items as { courseId: string; companyId?: string; userIds?: string[] }[];
      for (const courseId of ['security', 'git', 'statistics']) {
        const isRequired = ({ id, companyId }: PersonWithShares) =>
          required.some(
            (each) => each.courseId === courseId && (each.companyId === companyId || each.userIds?.includes(id)),
          );
        expect(figures.get(courseId), courseId).toMatchObject(countIn(people, courseId, isRequired));
      }
    },
  );

  test('staff read the figures of their own company alone, teachers those of all companies', async () => {
    const [own, all] = [await figuresFor('staff'), await figuresFor('teacher')];
    const begun = (people: readonly PersonWithShares[]) =>
      people.filter(({ courses }) => courses.some(({ courseId, read = 0 }) => courseId === 'security' && read > 0))
        .length;
    const [everyone, ours] = [
      begun(await learnersFor('teacher')),
      begun(await learnersFor('teacher', '&companyId=minato')),
    ];
    expect(ours).toBeLessThan(everyone);
    expect([own.get('security')?.learnerCount, all.get('security')?.learnerCount]).toEqual([ours, everyone]);
  });

  test('staff without a company read no figures of courses', async () => {
    const [staff] = await server.database.select().from(users).where(eq(users.username, 'staff'));
    await server.database.update(users).set({ companyId: null }).where(eq(users.username, 'staff'));
    const figures = await figuresFor('staff');
    await server.database.update(users).set({ companyId: staff?.companyId }).where(eq(users.username, 'staff'));
    expect(figures.get('security')).toMatchObject({ learnerCount: 0, finishedCount: 0 });
  });

  test('a learner’s list of courses has no figures, also when it requests them', async () => {
    const { items, applied } = await list('student', '&figures=1');
    expect(items.length).toBeGreaterThan(0);
    expect(items.filter((course) => 'figures' in course)).toEqual([]);
    expect(applied).not.toContain('figures');
  });

  test('a list of courses without the parameter figures has none', async () => {
    for (const query of ['', '&figures=2']) {
      const { items, applied } = await list('admin', query);
      expect(items.filter((course) => 'figures' in course)).toEqual([]);
      expect(applied).not.toContain('figures');
    }
  });

  test('a required course counts its learners before they begin, each once, and suspended ones never', async () => {
    const before = (await figuresFor('teacher')).get('onboarding');
    const people = await learnersFor('teacher', '&companyId=minato');
    const assignment = { courseId: 'onboarding', dueAt: '2027-03-31T14:59:59Z' };
    const ids = [crypto.randomUUID(), crypto.randomUUID()];
    const add = (json: object) =>
      server.call('POST', '/api/v1/assignments/', { as: 'teacher', json: { ...assignment, ...json } });
    expect((await add({ id: ids[0], companyId: 'minato' })).status).toBe(201);
    expect((await add({ id: ids[1], userIds: [people[0]?.id] })).status).toBe(201);
    const required = (await figuresFor('teacher')).get('onboarding');
    await server.database
      .update(users)
      .set({ active: false })
      .where(eq(users.id, people[0]?.id ?? ''));
    const suspended = (await figuresFor('teacher')).get('onboarding');
    await server.database
      .update(users)
      .set({ active: true })
      .where(eq(users.id, people[0]?.id ?? ''));
    const counts = [before, required, suspended].map((figures) => figures?.learnerCount);
    expect(counts).toEqual([0, people.length, people.length - 1]);
  });

  test('a course’s number of question sets equals the number of question sets listed in its lessons', async () => {
    const { body } = await server.call('GET', '/api/v1/lessons/?size=200&courseId=git', { as: 'teacher' });
    const sets = (body.items as { questionSets: unknown[] }[]).flatMap(({ questionSets }) => questionSets);
    expect((await figuresFor('teacher')).get('git')?.questionSetCount).toBe(sets.length);
  });
});
