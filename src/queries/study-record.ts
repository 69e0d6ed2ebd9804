/** 受講記録簿 as the page remembers it: each course's history from the server, the own kept on the device. */
import { type QueryClient, queryOptions, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { CourseDetail } from '@/api/courses';
import type { CourseProgress } from '@/api/progress';
import { idSchema, optionalField } from '@/api/shapes';
import { type CourseHistory, courseHistorySchema, fetchCourseHistory, fetchHistory } from '@/api/study-history';
import { capabilitiesOf } from '@/session/capabilities';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { keepOwned, readOwned } from '@/storage/owned-store';
import { lessonsOf } from '@/study/lesson-order';
import { isBegun } from '@/study/next-course';
import { type CourseRecord, type KnownCourse, studyRecord } from '@/study/study-record';
import type { OwnProgress } from '@/study/unconfirmed';

import { useCapabilities } from './capabilities';
import { courseQueries } from './courses';
import { infoQueries } from './info';
import { useMe } from './me';
import { progressQueries, useOwnProgress } from './progress';
import { useCallStates, useOwner, useRecordedCalls } from './queue';

/** So many courses are asked for at once. */
const AT_ONCE = 4;
/** Of the own record, among the copies of queries. */
const STORE_KEY = 'record';

const knownCourseSchema = z.object({
  courseId: idSchema,
  history: optionalField(courseHistorySchema),
  lessons: z.array(z.object({ id: idSchema, title: z.string() })),
});
type KnownCourses = (KnownCourse & { courseId: string })[];
const storedSchema = z.object({
  version: z.literal(1),
  /** Milliseconds since 1970: when the server told it. */
  at: z.number(),
  courses: z.array(knownCourseSchema),
});

const titlesOf = ({ sections }: CourseDetail) => lessonsOf(sections).map(({ id, title }) => ({ id, title }));

/** The names of a course's lessons; none where they cannot be had. */
async function readTitles(client: QueryClient, courseId: string): Promise<KnownCourse['lessons']> {
  const course = await client.fetchQuery({ ...courseQueries.detail(courseId), retry: false }).catch(() => undefined);
  return course ? titlesOf(course) : [];
}

const titlesByCourse = (results: readonly { data?: CourseDetail }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, titlesOf(data)] as const] : [])));

/** What the server told of each course; the names of lessons that were read since as the device has them. */
function useKnownCourses(begun: readonly CourseProgress[], known: KnownCourses): ReadonlyMap<string, KnownCourse> {
  const told = new Map(known.map((course) => [course.courseId, course]));
  const isUntold = ({ courseId, readLessons }: CourseProgress) => {
    const titled = new Set(told.get(courseId)?.lessons.map(({ id }) => id));
    return !told.has(courseId) || readLessons.some(({ lessonId }) => !titled.has(lessonId));
  };
  const titles = useQueries({
    queries: begun
      .filter(isUntold)
      .map(({ courseId }) => ({ ...courseQueries.detail(courseId), retry: false, staleTime: Infinity })),
    combine: titlesByCourse,
  });
  return new Map(
    begun.map(({ courseId }) => {
      const { history, lessons = [] } = told.get(courseId) ?? {};
      return [courseId, { history, lessons: titles.get(courseId) ?? lessons }];
    }),
  );
}

/** What a whole history tells of a course: the names of the lessons that were read are in it. */
function withTitles(history: CourseHistory): KnownCourses[number] {
  const lessons = history.readLessons.map(({ lessonId, title = '' }) => ({ id: lessonId, title }));
  return { courseId: history.courseId, history, lessons };
}

/** By one call where the server can, else course by course. */
async function readCourses(
  client: QueryClient,
  userId: string,
  courseIds: readonly string[],
  signal: AbortSignal,
): Promise<KnownCourses> {
  const info = await client.ensureQueryData(infoQueries.general());
  const { hasWholeHistory, hasSubmitHistory, keepsReadAt } = capabilitiesOf(info);
  if (hasWholeHistory) {
    const { courses: told } = await fetchHistory(userId, signal);
    return told.filter(({ courseId }) => courseIds.includes(courseId)).map(withTitles);
  }
  const isDated = hasSubmitHistory || keepsReadAt;
  const courses: KnownCourses = [];
  for (let from = 0; from < courseIds.length; from += AT_ONCE) {
    const some = courseIds.slice(from, from + AT_ONCE).map(async (courseId) => {
      const [history, lessons] = await Promise.all([
        isDated ? fetchCourseHistory(userId, courseId, signal) : undefined,
        readTitles(client, courseId),
      ]);
      return { courseId, history, lessons };
    });
    courses.push(...(await Promise.all(some)));
  }
  return courses;
}

export const recordQueries = {
  /** What the server tells of each course that somebody began. @param owner whose device this is, of the own record alone. */
  courses: (userId: string, owner: OwnerKey | undefined) =>
    queryOptions({
      queryKey: ['progress', userId, 'record'],
      queryFn: async ({ client, signal }) => {
        const { courses: all } = await client.fetchQuery(progressQueries.detail(userId));
        const begun = all.filter(isBegun).map(({ courseId }) => courseId);
        const courses = await readCourses(client, userId, begun, signal);
        const stored = { version: 1, at: now(), courses };
        if (owner) await keepOwned('queries', owner, STORE_KEY, stored).catch(() => false);
        return courses;
      },
    }),
};

/** Puts the device's copy of the own record where the page has none, as old as it is. */
export async function restoreRecord(client: QueryClient, userId: string, owner: OwnerKey): Promise<void> {
  const { queryKey } = recordQueries.courses(userId, owner);
  if (client.getQueryData(queryKey)) return;
  const stored = z.safeParse(storedSchema, await readOwned('queries', owner, STORE_KEY).catch(() => undefined));
  if (stored.success) client.setQueryData(queryKey, stored.data.courses, { updatedAt: stored.data.at });
}

const noCourses: KnownCourses = [];

/** A record, with what is known of its completeness. */
export interface StudyRecordView {
  courses: CourseRecord[];
  /** Milliseconds since 1970: when the server told the progress. */
  asOf: number;
  /** The server has the ability that tells every submit. */
  hasHistory: boolean;
}

function useRecordOf(
  userId: string,
  progress: OwnProgress,
  own?: { owner: OwnerKey; entries: ReturnType<typeof useRecordedCalls> },
): StudyRecordView {
  const { data: server, dataUpdatedAt } = useSuspenseQuery(progressQueries.detail(userId));
  const { keepsReadAt, hasSubmitHistory } = useCapabilities();
  const { data: known = noCourses } = useQuery(recordQueries.courses(userId, own?.owner));
  const courses = studyRecord({
    progress,
    serverSets: new Map(
      server.courses.flatMap(({ questionSets }) => questionSets).map((set) => [set.questionSetId, set]),
    ),
    known: useKnownCourses(progress.courses.filter(isBegun), known),
    entries: own?.entries ?? [],
    isDatedOnArrival: !keepsReadAt,
  });
  return { courses, asOf: dataUpdatedAt, hasHistory: hasSubmitHistory };
}

/** The own record: the server's, with what waits on this device or was just received from it. */
export function useOwnRecord(): StudyRecordView {
  return useRecordOf(useMe().id, useOwnProgress(), { owner: useOwner(), entries: useRecordedCalls() });
}

/** Somebody else's record: what the server says. */
export function useRecordOfPerson(userId: string): StudyRecordView {
  const { data: progress } = useSuspenseQuery(progressQueries.detail(userId));
  return useRecordOf(userId, { ...progress, unplacedReads: [], unplacedQuestionSets: [] });
}

/** How many calls the server refused (要確認): the record is without them. */
export function useRefusedCount(): number {
  return useCallStates().filter(({ state }) => state === 'refused').length;
}
