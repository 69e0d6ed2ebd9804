/**
 * Reads what a report on a company's learners needs: people, progress of each, courses with their lessons, required
 * courses.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { allLessonsOf } from '@/api/outline';
import type { PeopleQuery } from '@/api/people-lists';
import { fetchProgress } from '@/api/progress';
import { fetchUser, type User } from '@/api/users';
import { MAX_ONE_BY_ONE } from '@/queries/curriculum/course-shares';
import { courseQueries } from '@/queries/curriculum/courses';
import { readEach } from '@/queries/read-each';
import { coursesToName, type ReportPerson, type ReportSource } from '@/study/company-report';

import { assignmentQueries } from './assignments';
import { companyGlanceQueries } from './company-glance';
import { readFound } from './users';

/** Whom the report is about: a company's learners, those whom a search finds, or one person. */
export interface ReportQuery extends Pick<PeopleQuery, 'q' | 'state'> {
  companyId: string;
  person?: string;
}

/** A report; `tooMany` learners are only counted, because each needs a request. */
export type CompanyReport = { source: ReportSource; tooMany?: undefined } | { source?: undefined; tooMany: number };

async function readLearners(client: QueryClient, { companyId, person, q, state }: ReportQuery): Promise<User[]> {
  if (person !== undefined) return [await fetchUser(person)];
  const found = await readFound({ companyId, q, state, role: 'STUDENT', sort: 'name' });
  if (found) return found;
  const all = await client.fetchQuery(companyGlanceQueries.people());
  return all.filter((user) => user.companyId === companyId && user.role === 'STUDENT');
}

async function readReport(
  client: QueryClient,
  query: ReportQuery,
  signal: AbortSignal,
  onCount: (done: number, all: number) => void,
): Promise<CompanyReport> {
  const found = await readLearners(client, query);
  const learners = query.state === 'suspended' ? found : found.filter(({ active }) => active !== false);
  if (learners.length > MAX_ONE_BY_ONE) return { tooMany: learners.length };
  const progressOf = new Map<string, ReportPerson>();
  await readEach(learners, async (user) => {
    progressOf.set(user.id, { user, progress: await fetchProgress(user.id, signal) });
    onCount(progressOf.size, learners.length);
  });
  const [all, assignments] = await Promise.all([
    client.fetchQuery(courseQueries.list()),
    client.fetchQuery(assignmentQueries.all()),
  ]);
  const courses = all.filter(({ status, lessonCount }) => status !== 'draft' && lessonCount !== 0);
  const people = learners.flatMap(({ id }) => progressOf.get(id) ?? []);
  const outlines = await Promise.all(
    coursesToName({ people, courses, assignments }).map((id) => client.fetchQuery(courseQueries.detail(id))),
  );
  const lessons = new Map(outlines.map(({ id, sections }) => [id, allLessonsOf(sections) ?? []]));
  return { source: { people, courses, assignments, lessons } };
}

export const companyReportQueries = {
  /**
   * The query of a report: in memory only, and always read again, because a report has a date.
   *
   * @param onCount see `ReadOptions`.
   */
  ofCompany: (query: ReportQuery, onCount: (done: number, all: number) => void) =>
    queryOptions({
      queryKey: ['users', 'report', query],
      staleTime: Number.POSITIVE_INFINITY,
      gcTime: 0,
      queryFn: ({ client, signal }) => readReport(client, query, signal, onCount),
    }),
};
