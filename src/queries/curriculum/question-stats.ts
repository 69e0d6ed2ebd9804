/**
 * Cached statistics of question sets, in memory only (docs/offline.md, law 3): computed by the server, or counted here
 * from people's progress.
 */
import { type QueryClient, queryOptions } from '@tanstack/react-query';

import { isMissing } from '@/api/network/errors';
import { needField } from '@/api/network/schema-mismatch';
import type { QuestionSetProgress } from '@/api/progress';
import { fetchExplanation, fetchQuestionSet } from '@/api/question-sets';
import { fetchSetStats, MIN_STAFF_PEOPLE, MIN_STAFF_WRITERS, type SetStats } from '@/api/question-stats';
import { fetchCourseHistory } from '@/api/study-history';
import { fetchUsers, type User } from '@/api/users';
import { readPages } from '@/queries/all-pages';
import { meQueries } from '@/queries/me';
import { readEach } from '@/queries/read-each';
import { countStats } from '@/study/question-stats';

import { lessonQueries } from './lessons';

/**
 * Without the capability `question-stats`, the progress of at most this many learners is read, with one request each.
 */
export const MAX_READ_LEARNERS = 200;

export interface ShownStats extends SetStats {
  /** Statistics counted from people's progress. `isCut`: there are more learners than {@link MAX_READ_LEARNERS}. */
  fromProgress?: { isCut: boolean };
}

/** Reads the first learners whom the current user sees; `isCut` if there are more. */
async function readLearners(signal: AbortSignal): Promise<{ learners: User[]; isCut: boolean }> {
  const learners: User[] = [];
  for await (const people of readPages((page) => fetchUsers(page, signal))) {
    learners.push(...people.filter(({ role }) => role === 'STUDENT'));
    if (learners.length > MAX_READ_LEARNERS) break;
  }
  return { learners: learners.slice(0, MAX_READ_LEARNERS), isCut: learners.length > MAX_READ_LEARNERS };
}

/** Returns true if a person may have submitted something. */
const mayHaveStudied = ({ progress }: User) => progress === undefined || progress.lastStudiedAt !== undefined;

async function countFromProgress(client: QueryClient, questionSetId: string, signal: AbortSignal): Promise<ShownStats> {
  const set = await fetchQuestionSet(questionSetId, signal);
  const lessonId = needField(set.lessonId, `question-set/${questionSetId}`, 'lessonId');
  const [explanation, { courseId }, { role }, { learners, isCut }] = await Promise.all([
    fetchExplanation(questionSetId, signal),
    client.ensureQueryData(lessonQueries.detail(lessonId)),
    client.ensureQueryData(meQueries.current()),
    readLearners(signal),
  ]);
  const people: QuestionSetProgress[] = [];
  await readEach(learners.filter(mayHaveStudied), async ({ id }) => {
    const history = await fetchCourseHistory(id, courseId, signal).catch((error: unknown) => {
      // Skip a person who was deleted meanwhile, or whose progress in this course the server hides because they have
      // done nothing in it.
      if (isMissing(error)) return undefined;
      throw error;
    });
    const done = history?.questionSets?.find((one) => one.questionSetId === questionSetId);
    if (done?.lastSubmittedAt !== undefined) people.push(done);
  });
  const isStaff = role === 'STAFF';
  const stats = countStats({ ...set, lessonId }, { explanation, people, minWriters: isStaff ? MIN_STAFF_WRITERS : 1 });
  const isWithheld = isStaff && people.length < MIN_STAFF_PEOPLE;
  return { ...stats, ...(isWithheld && { isWithheld, questions: [] }), fromProgress: { isCut } };
}

export const questionStatsQueries = {
  ofSet: (questionSetId: string) =>
    queryOptions({
      queryKey: ['question-stats', questionSetId],
      // Always fetch the statistics, because a visitor has often just changed something.
      staleTime: 0,
      queryFn: async ({ client, signal }): Promise<ShownStats> =>
        (await fetchSetStats(questionSetId, signal)) ?? countFromProgress(client, questionSetId, signal),
    }),
};
