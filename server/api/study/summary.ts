/** Reads a learner's totals, and the days on which they studied. */
import { listCompletions } from '@server/api/completions/read-completions';
import { type Database, now } from '@server/db/database';
import { lessonReads, submits } from '@server/db/schema';
import { and, eq, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';

import type { progressSummarySchema } from '@/api/progress';
import { counts, isCompleted } from '@/study/completed';

import { type Learner, readCourses, readReads } from './progress';

type SummaryAnswer = z.input<typeof progressSummarySchema>;
type StudyDay = NonNullable<SummaryAnswer['studyDays']>[number];

/** The number of days of the study calendar, counted back from today in Japan. */
const STUDY_DAYS = 365;

function dayOf(column: AnyPgColumn) {
  return sql<string>`to_char(${column} at time zone 'Asia/Tokyo', 'YYYY-MM-DD')`;
}

function isRecent(column: AnyPgColumn) {
  const today = sql`date_trunc('day', ${now} at time zone 'Asia/Tokyo')`;
  return sql`(${column} at time zone 'Asia/Tokyo') > ${today} - make_interval(days => ${STUDY_DAYS - 1}) - interval '1 microsecond'`;
}

/** Reads the days with at least one reading or submit, oldest first. */
async function readStudyDays(database: Database, userId: string): Promise<StudyDay[]> {
  const count = sql<number>`count(*)::int`;
  const reads = await database
    .select({ date: dayOf(lessonReads.readAt), count })
    .from(lessonReads)
    .where(and(eq(lessonReads.userId, userId), isRecent(lessonReads.readAt)))
    .groupBy(sql`1`);
  const submitted = await database
    .select({ date: dayOf(submits.studiedAt), count })
    .from(submits)
    .where(and(eq(submits.userId, userId), isRecent(submits.studiedAt)))
    .groupBy(sql`1`);
  const days = new Map<string, StudyDay>();
  const dayAt = (date: string) => days.get(date) ?? { date, reads: 0, submits: 0 };
  for (const day of reads) days.set(day.date, { ...dayAt(day.date), reads: day.count });
  for (const day of submitted) days.set(day.date, { ...dayAt(day.date), submits: day.count });
  return [...days.values()].toSorted((a, b) => (a.date < b.date ? -1 : 1));
}

/** Reads totals over the courses that the learner may see now. Submits to deleted sets still count. */
export async function readSummary(
  database: Database,
  learner: Learner & { lastStudiedAt?: string | null },
): Promise<SummaryAnswer> {
  const found = await readCourses(database, learner);
  const reads = await readReads(database, learner);
  const completions = await listCompletions(database, learner.id);
  const completedAt = new Map(completions.map((completion) => [completion.courseId, completion.completedAt]));
  const studies = found.map(({ courseId, lessonCount }) => {
    const readCount = reads.filter((read) => read.courseId === courseId).length;
    return { lessonCount, readCount, completedAt: completedAt.get(courseId) };
  });
  const [answered] = await database
    .select({
      submitCount: sql<number>`count(*)::int`,
      right: sql<number>`coalesce(sum(${submits.score}), 0)::int`,
      all: sql<number>`coalesce(sum(${submits.maxScore}), 0)::int`,
    })
    .from(submits)
    .where(eq(submits.userId, learner.id));
  const { submitCount, right, all } = answered ?? { submitCount: 0, right: 0, all: 0 };
  return {
    userId: learner.id,
    courseCount: studies.filter(counts).length,
    completedCourseCount: studies.filter(isCompleted).length,
    lessonCount: found.reduce((sum, course) => sum + course.lessonCount, 0),
    readLessonCount: reads.length,
    submitCount,
    correctRate: all > 0 ? right / all : undefined,
    studyDays: await readStudyDays(database, learner.id),
    lastStudiedAt: learner.lastStudiedAt,
  };
}
