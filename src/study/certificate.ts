/** The certificate of a completed course (修了証). */
import { isCompleted } from './completed';
import type { CourseRecord } from './record-rows';

/** The contents of a certificate (修了証). */
export interface Certificate {
  courseTitle: string;
  lessonCount: number;
  /**
   * Times of the first and the last study, ISO 8601; the first is undefined while the device does not know the lessons.
   */
  firstAt: string | undefined;
  lastAt: string;
  /** The time at which the server received the last lesson read; undefined where the server does not send it. */
  receivedAt: string | undefined;
  /**
   * The lessons that were read; none where the server does not record completions, or the device does not know them.
   */
  lessons: readonly { id: string; title: string; readAt: string }[];
  /** The answered question sets, with their best scores. */
  sets: readonly { id: string; title: string; best: { score: number; maxScore: number } }[];
  /** True if the server has recorded the completion: the certificate shows this record and does not change. */
  isRecorded: boolean;
}

/**
 * Numbers of a course's lesson reads: those that the server has received, and those still waiting. Only received ones
 * count for a certificate.
 */
export function countReceived({ rows }: CourseRecord): { read: number; waiting: number } {
  const reads = rows.filter(({ kind }) => kind === 'lesson');
  const waiting = reads.filter(({ vouching }) => vouching === 'waiting').length;
  return { read: reads.length - waiting, waiting };
}

function recordedCertificate(completion: NonNullable<CourseRecord['completion']>): Certificate {
  const { courseTitle, lessonCount, completedAt, receivedAt, lessons = [], questionSets = [] } = completion;
  return {
    courseTitle,
    lessonCount,
    firstAt: lessons.map(({ readAt }) => readAt).sort()[0],
    lastAt: completedAt,
    receivedAt,
    lessons: lessons.map(({ lessonId, title, readAt }) => ({ id: lessonId, title, readAt })),
    sets: questionSets.map(({ questionSetId, title, bestScore, maxScore }) => ({
      id: questionSetId,
      title,
      best: { score: bestScore, maxScore },
    })),
    isRecorded: true,
  };
}

/**
 * Returns the certificate of a course: as the server recorded it, else from the lesson reads that the server has
 * received; undefined until all lessons are read.
 */
export function certificateOf(record: CourseRecord): Certificate | undefined {
  const { courseTitle, lessonCount, rows, sets, completion } = record;
  if (completion) return recordedCertificate(completion);
  if (lessonCount === undefined || !isCompleted({ lessonCount, readCount: countReceived(record).read }))
    return undefined;
  const times = rows
    .filter(({ vouching, studiedAt }) => vouching !== 'waiting' && studiedAt)
    .map((row) => row.studiedAt);
  // A certificate needs a day, which servers may leave out.
  if (times.length === 0) return undefined;
  return {
    courseTitle,
    lessonCount,
    firstAt: times[0] ?? '',
    lastAt: times.at(-1) ?? '',
    receivedAt: undefined,
    lessons: [],
    sets: sets.flatMap(({ id, title, best }) => (best ? [{ id, title, best }] : [])),
    isRecorded: false,
  };
}
