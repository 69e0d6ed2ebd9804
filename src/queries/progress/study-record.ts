/**
 * Reads the study record (受講記録簿): each course's history from the server; the user's own record is also stored on the
 * device.
 */
import { type QueryClient, queryOptions, useQueries, useQuery, useSuspenseQuery } from '@tanstack/react-query';
import * as z from 'zod/mini';

import type { CourseDetail } from '@/api/courses';
import { lessonsOf } from '@/api/outline';
import type { CourseProgress } from '@/api/progress';
import { idSchema, optionalField } from '@/api/shapes';
import {
  type CourseHistory,
  courseHistorySchema,
  fetchCourseHistory,
  fetchCourseTimes,
  fetchHistory,
} from '@/api/study-history';
import { useCapability } from '@/queries/capabilities';
import { courseQueries } from '@/queries/curriculum/courses';
import { useMe } from '@/queries/me';
import { useCallStates, useOwner, useRecordedCalls } from '@/queries/queue';
import type { OwnerKey } from '@/session/session';
import { now } from '@/storage/now';
import { changeOwned, keepOwned, type OwnedRecords, readOwned } from '@/storage/owned-store';
import { isBegun } from '@/study/next-course';
import { type CourseRecord, type KnownCourse, studyRecord } from '@/study/record-rows';
import type { OwnProgress } from '@/study/unconfirmed';

import { progressQueries, useOwnProgress, useProgressOf } from './progress';

/** Number of concurrent requests when the history is read course by course. */
const COURSE_CONCURRENCY = 4;
/** The key of the user's own record in the store of query copies. */
const STORE_KEY = 'record';

const knownCourseSchema = z.object({
  courseId: idSchema,
  history: optionalField(courseHistorySchema),
  lessons: z.array(z.object({ id: idSchema, title: z.string() })),
});
type KnownCourses = (KnownCourse & { courseId: string })[];
const storedSchema = z.object({
  version: z.literal(1),
  /** When the server sent the record, milliseconds since 1970. */
  at: z.number(),
  courses: z.array(knownCourseSchema),
});

const titlesOf = ({ sections }: CourseDetail) => lessonsOf(sections).map(({ id, title }) => ({ id, title }));

/** Reads the titles of a course's lessons; empty when they cannot be read. */
async function readTitles(client: QueryClient, courseId: string): Promise<KnownCourse['lessons']> {
  const course = await client.fetchQuery({ ...courseQueries.detail(courseId), retry: false }).catch(() => undefined);
  return course ? titlesOf(course) : [];
}

const titlesByCourse = (results: readonly { data?: CourseDetail }[]) =>
  new Map(results.flatMap(({ data }) => (data ? [[data.id, titlesOf(data)] as const] : [])));

/**
 * Returns the history of each course, with lesson titles; titles that the history lacks come from the course's outline.
 */
function useKnownCourses(begun: readonly CourseProgress[], known: KnownCourses): ReadonlyMap<string, KnownCourse> {
  const byCourse = new Map(known.map((course) => [course.courseId, course]));
  const lacksTitles = ({ courseId, readLessons = [] }: CourseProgress) => {
    const titled = new Set(byCourse.get(courseId)?.lessons.map(({ id }) => id));
    return !byCourse.has(courseId) || readLessons.some(({ lessonId }) => !titled.has(lessonId));
  };
  const titles = useQueries({
    queries: begun
      .filter(lacksTitles)
      .map(({ courseId }) => ({ ...courseQueries.detail(courseId), retry: false, staleTime: Infinity })),
    combine: titlesByCourse,
  });
  const courseIds = [...begun.map(({ courseId }) => courseId), ...byCourse.keys()];
  return new Map(
    courseIds.map((courseId) => {
      const { history, lessons = [] } = byCourse.get(courseId) ?? {};
      return [courseId, { history, lessons: titles.get(courseId) ?? lessons }];
    }),
  );
}

/** Converts one course of the server's whole history, which includes the titles of the read lessons. */
function withTitles(history: CourseHistory): KnownCourses[number] {
  const lessons = (history.readLessons ?? []).map(({ lessonId, title = '' }) => ({ id: lessonId, title }));
  return { courseId: history.courseId, history, lessons };
}

/** Reads the histories: with one request from servers with `whole-history`, else course by course. */
async function readCourses(
  client: QueryClient,
  userId: string,
  courseIds: readonly string[],
  signal: AbortSignal,
): Promise<KnownCourses> {
  const whole = await fetchHistory(userId, signal);
  if (whole) return whole.courses.filter(({ courseId }) => courseIds.includes(courseId)).map(withTitles);
  const courses: KnownCourses = [];
  for (let from = 0; from < courseIds.length; from += COURSE_CONCURRENCY) {
    const some = courseIds.slice(from, from + COURSE_CONCURRENCY).map(async (courseId) => {
      const [history, lessons] = await Promise.all([
        fetchCourseTimes(userId, courseId, signal),
        readTitles(client, courseId),
      ]);
      return { courseId, history, lessons };
    });
    courses.push(...(await Promise.all(some)));
  }
  return courses;
}

/** Returns the stored record of an owner, as the server last sent it; undefined where none can be read. */
async function readStored(owner: OwnerKey): Promise<z.output<typeof storedSchema> | undefined> {
  return z.safeParse(storedSchema, await readOwned('queries', owner, STORE_KEY).catch(() => undefined)).data;
}

/**
 * Stores one course's history beside those of the other courses, so that the course's certificate opens offline. The
 * stored record's time is not changed (0: never fetched whole): with only one course refreshed, the record must not
 * count as fresh.
 */
async function storeCourse(owner: OwnerKey, course: KnownCourses[number]): Promise<void> {
  const store = async ({ read, keep }: OwnedRecords) => {
    const { at = 0, courses = [] } = z.safeParse(storedSchema, await read(STORE_KEY)).data ?? {};
    const others = courses.filter(({ courseId }) => courseId !== course.courseId);
    await keep(STORE_KEY, { version: 1, at, courses: [...others, course] });
  };
  await changeOwned('queries', owner, store).catch(() => false);
}

/** Fetches one course's history with its lessons' titles, by the call of the specification that every server has. */
async function readCourse(
  client: QueryClient,
  userId: string,
  courseId: string,
  signal: AbortSignal,
): Promise<KnownCourses[number]> {
  const history = await fetchCourseHistory(userId, courseId, signal);
  const hasTitles = history.readLessons?.every(({ title }) => title !== undefined);
  return hasTitles ? withTitles(history) : { courseId, history, lessons: await readTitles(client, courseId) };
}

/**
 * Fetches the history of each course that the person has begun, if the server sends it, and stores it if an owner is
 * given.
 */
async function readRecord(
  client: QueryClient,
  userId: string,
  owner: OwnerKey | undefined,
  signal: AbortSignal,
): Promise<KnownCourses> {
  const { courses: all, completions } = await client.fetchQuery(progressQueries.detail(userId));
  const completed = (completions ?? []).map(({ courseId }) => courseId);
  const begun = all.filter(isBegun).map(({ courseId }) => courseId);
  const courses = await readCourses(client, userId, [...new Set([...begun, ...completed])], signal);
  const stored = { version: 1, at: now(), courses };
  if (owner) await keepOwned('queries', owner, STORE_KEY, stored).catch(() => false);
  return courses;
}

/**
 * The query of a person's study record: of one course (specification §7), or of all courses that the person has begun.
 *
 * @param owner the device's owner; given for the user's own record only, which is stored.
 */
export const recordQuery = (userId: string, courseId: string | undefined, owner: OwnerKey | undefined) =>
  queryOptions({
    queryKey: ['progress', userId, 'record', ...(courseId === undefined ? [] : [courseId])],
    queryFn: async ({ client, signal }): Promise<KnownCourses> => {
      if (courseId === undefined) return readRecord(client, userId, owner, signal);
      const course = await readCourse(client, userId, courseId, signal);
      if (owner) await storeCourse(owner, course);
      return [course];
    },
  });

/**
 * Puts the device's copy of the user's own record into the query cache where the page has none; the entry gets the age
 * of the copy.
 * @param courseId of one course; all courses if omitted.
 */
export async function restoreRecord(
  client: QueryClient,
  userId: string,
  owner: OwnerKey,
  courseId: string | undefined,
): Promise<void> {
  const { queryKey } = recordQuery(userId, courseId, owner);
  if (client.getQueryData(queryKey)) return;
  const stored = await readStored(owner);
  const courses = stored?.courses.filter((course) => courseId === undefined || course.courseId === courseId);
  if (courses?.length) client.setQueryData(queryKey, courses, { updatedAt: stored?.at });
}

const noCourses: KnownCourses = [];

/** A study record, with its age and completeness. */
export interface StudyRecordView {
  courses: CourseRecord[];
  /** When the server sent the progress, milliseconds since 1970. */
  asOf: number;
  /** True if the server has the capability `submit-history`. */
  hasHistory: boolean;
}

function useRecordOf(
  { userId, courseId }: { userId: string; courseId: string | undefined },
  progress: OwnProgress,
  own?: { owner: OwnerKey; entries: ReturnType<typeof useRecordedCalls> },
): StudyRecordView {
  const { data: server, dataUpdatedAt } = useSuspenseQuery(progressQueries.detail(userId));
  const keepsReadAt = useCapability('read-at');
  const hasSubmitHistory = useCapability('submit-history');
  const { data: known = noCourses } = useQuery(recordQuery(userId, courseId, own?.owner));
  const courses = studyRecord({
    progress,
    serverSets: new Map(
      server.courses.flatMap(({ questionSets = [] }) => questionSets).map((set) => [set.questionSetId, set]),
    ),
    known: useKnownCourses(progress.courses.filter(isBegun), known),
    completions: server.completions,
    entries: own?.entries ?? [],
    isDatedOnArrival: !keepsReadAt,
  });
  return { courses, asOf: dataUpdatedAt, hasHistory: hasSubmitHistory };
}

/**
 * Returns the user's own record: the server's, combined with this device's queued calls and fresh receipts
 * (confirmations of sent calls). @param courseId of one course only.
 */
export function useOwnRecord(courseId: string | undefined): StudyRecordView {
  return useRecordOf({ userId: useMe().id, courseId }, useOwnProgress(), {
    owner: useOwner(),
    entries: useRecordedCalls(),
  });
}

/** Returns another person's record, as the server has it. @param courseId of one course only. */
export function useRecordOfPerson(userId: string, courseId: string | undefined): StudyRecordView {
  return useRecordOf({ userId, courseId }, useProgressOf(userId));
}

/** Returns how many calls the server refused (要確認); the study record does not include them. */
export function useRefusedCount(): number {
  return useCallStates().filter(({ state }) => state === 'refused').length;
}
