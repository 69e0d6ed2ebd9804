/**
 * Computes the rows of the study record (受講記録簿): what was studied when, and if the server or only the device confirms
 * the time.
 */
import type { Completion, CompletionDetail } from '@/api/completions';
import type { QuestionSetProgress } from '@/api/progress';
import type { CourseHistory, DatedRead, PastSubmit } from '@/api/study-history';
import { subjectOf } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';

import { attemptOfEntry, isInProgress, isSubmitEntry, type SubmitEntry } from './attempts';
import { isAnswered } from './next-course';
import type { OwnCourseProgress, OwnProgress, OwnQuestionSetProgress } from './unconfirmed';

/**
 * If the server receives a call within this many ms after the study, its clock confirms the time, shown to the minute.
 */
const MAX_VOUCHED_DELAY_MS = 60_000;

/**
 * Which clock confirms the time of study. `server`: received at that time. `device`: received later, so the time is by
 * the device's clock alone. `waiting`: not received yet. `untold`: the server does not say when it was received.
 */
export type Vouching = 'server' | 'device' | 'waiting' | 'untold';

interface Score {
  score: number;
  maxScore: number;
}

/** A row of the record: a lesson read, or one submit of a question set. */
export interface RecordRow {
  kind: 'lesson' | 'question-set';
  /** The id of the lesson or question set. */
  subjectId: string;
  /** The title of the lesson or question set; undefined when unknown. */
  title: string | undefined;
  /** The time of study, ISO 8601; '' when unknown. */
  studiedAt: string;
  /** ISO 8601. */
  receivedAt?: string;
  vouching: Vouching;
  /** The score of a submit, once the server has graded it. */
  result?: Score;
  /** The best score and the number of submits, on the last submit when the server does not send the others. */
  summary?: { bestScore: number | undefined; submitCount: number | undefined };
  /** The answered version of the question set. */
  questionSetUpdatedAt?: string;
}

/** Data of one course that the progress does not have. */
export interface KnownCourse {
  history?: CourseHistory;
  lessons: readonly { id: string; title: string }[];
}

export interface CourseRecord {
  /** The course's id and title; both '' for rows without a known course. */
  courseId: string;
  courseTitle: string;
  lessonCount: number | undefined;
  /** The rows, oldest first. */
  rows: RecordRow[];
  /** True if the server leaves out the read lessons of the course. */
  lacksReads?: boolean | undefined;
  /** True if every submit is a row; else the last submit of a set represents all of them. */
  hasEverySubmit: boolean;
  /** The question sets of the course with their best scores. */
  sets: { id: string; title: string; best?: Score }[];
  /**
   * The completion as the server recorded it; without its lessons and sets while the device has only the list of
   * completions.
   */
  completion?: Completion & Partial<CompletionDetail>;
}

export interface RecordSources {
  /** The server's progress; for the user's own record combined with unconfirmed calls. */
  progress: OwnProgress;
  /** The question sets of the server's progress alone, by id. */
  serverSets: ReadonlyMap<string, QuestionSetProgress>;
  /** The histories by course id. */
  known: ReadonlyMap<string, KnownCourse>;
  /** Queued and received calls of this device. */
  entries: readonly RecordedEntry[];
  /** Completions as the server recorded them; undefined if the server does not record them. */
  completions?: readonly Completion[] | undefined;
  /** True if the server lacks `read-at`, so that its `readAt` is the time of arrival. */
  isDatedOnArrival: boolean;
}

/** The record's source with the entries grouped by lesson or question set. */
interface Sources extends RecordSources {
  entriesOf: ReadonlyMap<string, readonly RecordedEntry[]>;
}

function vouchingOf(studiedAt: string, receivedAt: string | undefined): Vouching {
  if (receivedAt === undefined) return 'untold';
  return Date.parse(receivedAt) - Date.parse(studiedAt) <= MAX_VOUCHED_DELAY_MS ? 'server' : 'device';
}

const receivedAtOf = (entry: RecordedEntry) =>
  entry.state === 'sent' && entry.receipt.byServer ? entry.receipt.receivedAt : undefined;

const isSameTime = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(one) === Date.parse(other);

function readRow(
  { lessonId, readAt = '', receivedAt: told }: DatedRead,
  title: string | undefined,
  sources: Sources,
): RecordRow {
  const entries = sources.entriesOf.get(lessonId) ?? [];
  const entry = entries.find(({ queuedAt }) => isSameTime(queuedAt, readAt));
  const onArrival = sources.isDatedOnArrival && readAt ? readAt : undefined;
  const receivedAt = told ?? (entry ? receivedAtOf(entry) : onArrival);
  return {
    kind: 'lesson',
    subjectId: lessonId,
    title: title ?? entries.find((one) => one.title)?.title,
    studiedAt: readAt,
    receivedAt,
    vouching: !told && entry?.state === 'queued' ? 'waiting' : vouchingOf(readAt, receivedAt),
  };
}

/** Returns the rows of lesson reads, with their times of arrival if known. */
function readRows(
  { readLessons = [] }: OwnCourseProgress,
  known: KnownCourse | undefined,
  sources: Sources,
): RecordRow[] {
  const titleOf = new Map(known?.lessons.map(({ id, title }) => [id, title]));
  const told = new Map(known?.history?.readLessons?.map(({ lessonId, receivedAt }) => [lessonId, receivedAt]));
  return readLessons.map((read) =>
    readRow({ ...read, receivedAt: told.get(read.lessonId) }, titleOf.get(read.lessonId), sources),
  );
}

/** Returns true if the server's history includes a submit of this device. */
function isOneOf(submits: readonly PastSubmit[], entry: SubmitEntry): boolean {
  const { answeredAt } = entry.call.submit;
  // If the device's clock is ahead, the server has recorded its own time for the submit.
  return submits.some(
    (past) => isSameTime(past.answeredAt, answeredAt) || isSameTime(past.receivedAt, receivedAtOfSubmit(entry)),
  );
}

const receivedAtOfSubmit = (entry: SubmitEntry) => (entry.state === 'refused' ? undefined : receivedAtOf(entry));

function entryRow(entry: SubmitEntry, title: string | undefined): RecordRow {
  const { questionSetId, answeredAt, questionSetUpdatedAt } = entry.call.submit;
  const { grades } = attemptOfEntry(entry, undefined);
  const receivedAt = receivedAtOfSubmit(entry);
  return {
    kind: 'question-set',
    subjectId: questionSetId,
    title: title || entry.title,
    studiedAt: answeredAt,
    receivedAt,
    vouching: entry.state === 'queued' ? 'waiting' : vouchingOf(answeredAt, receivedAt),
    result: grades && { score: grades.score, maxScore: grades.maxScore },
    questionSetUpdatedAt,
  };
}

function pastRow({ answeredAt, receivedAt, score, maxScore, questionSetUpdatedAt }: PastSubmit) {
  return {
    studiedAt: answeredAt,
    receivedAt,
    vouching: vouchingOf(answeredAt, receivedAt),
    result: { score, maxScore },
    questionSetUpdatedAt,
  };
}

/** Returns the row of a question set's last submit, which represents those that the server does not send. */
function lastRow({ lastSubmittedAt = '', lastScore, bestScore, maxScore, submitCount }: QuestionSetProgress) {
  return {
    studiedAt: lastSubmittedAt,
    vouching: 'untold' as const,
    result: lastScore === undefined || maxScore === undefined ? undefined : { score: lastScore, maxScore },
    summary: { bestScore, submitCount },
  };
}

/** Returns the rows of one question set's submits, and whether they are complete. */
function setRows(
  set: OwnQuestionSetProgress,
  past: readonly PastSubmit[],
  sources: Sources,
): { rows: RecordRow[]; isWhole: boolean } {
  const { questionSetId, title } = set;
  const base = { kind: 'question-set' as const, subjectId: questionSetId, title: title || undefined };
  const server = sources.serverSets.get(questionSetId);
  // Without their number only a set without any result is known to have no submits.
  const submitCount = server?.submitCount ?? (server && isAnswered(server) ? Infinity : 0);
  const isWhole = past.length >= submitCount;
  const isLastTold = past.some(({ answeredAt }) => isSameTime(answeredAt, server?.lastSubmittedAt));
  const entries: readonly SubmitEntry[] = (sources.entriesOf.get(questionSetId) ?? []).filter(isSubmitEntry);
  const fresh = entries.filter((entry) => !isOneOf(past, entry) && !isInProgress(entry, isWhole ? undefined : server));
  const rows = [
    ...past.map((submit) => ({ ...base, ...pastRow(submit) })),
    ...(server && !isWhole && !isLastTold ? [{ ...base, ...lastRow(server) }] : []),
    ...fresh.map((entry) => entryRow(entry, title)),
  ];
  return { rows, isWhole };
}

function bestOf({ bestScore, maxScore }: QuestionSetProgress): Score | undefined {
  return bestScore === undefined || maxScore === undefined ? undefined : { score: bestScore, maxScore };
}

const oldestFirst = (a: RecordRow, b: RecordRow) => Date.parse(a.studiedAt) - Date.parse(b.studiedAt) || 0;

function recordOfCourse(course: OwnCourseProgress, sources: Sources): CourseRecord {
  const known = sources.known.get(course.courseId);
  const pastOf = new Map(known?.history?.questionSets?.map(({ questionSetId, submits }) => [questionSetId, submits]));
  const { questionSets = [] } = course;
  const sets = questionSets.map((set) => setRows(set, pastOf.get(set.questionSetId) ?? [], sources));
  const completion =
    known?.history?.completion ?? sources.completions?.find(({ courseId }) => courseId === course.courseId);
  return {
    courseId: course.courseId,
    courseTitle: course.courseTitle || completion?.courseTitle || known?.history?.courseTitle || '',
    lessonCount: course.lessonCount,
    rows: [...readRows(course, known, sources), ...sets.flatMap(({ rows }) => rows)].sort(oldestFirst),
    lacksReads: course.readLessons ? undefined : true,
    hasEverySubmit: course.questionSets !== undefined && sets.every(({ isWhole }) => isWhole),
    sets: questionSets.map((set) => {
      const { questionSetId, title } = set;
      return { id: questionSetId, title: title ?? '', best: bestOf(sources.serverSets.get(questionSetId) ?? set) };
    }),
    completion,
  };
}

/** Completed courses that the learner no longer sees, represented as courses without lessons and without any study. */
function goneCourses({ progress, completions = [] }: RecordSources): OwnCourseProgress[] {
  const seen = new Set(progress.courses.map(({ courseId }) => courseId));
  return completions
    .filter(({ courseId }) => !seen.has(courseId))
    .map(({ courseId, courseTitle }) => ({ courseId, courseTitle, lessonCount: 0, readLessons: [], questionSets: [] }));
}

/** Returns the rows of each course, without courses that have neither rows nor a completion. */
export function studyRecord(recordSources: RecordSources): CourseRecord[] {
  const { progress, entries } = recordSources;
  const entriesOf = new Map<string, RecordedEntry[]>();
  for (const entry of entries) {
    const subject = subjectOf(entry.call);
    const about = entriesOf.get(subject);
    if (about) about.push(entry);
    else entriesOf.set(subject, [entry]);
  }
  const sources = { ...recordSources, entriesOf };
  const queuedAt = (lessonId: string) => sources.entriesOf.get(lessonId)?.[0]?.queuedAt ?? '';
  const unplaced: OwnCourseProgress = {
    courseId: '',
    courseTitle: '',
    lessonCount: 0,
    readLessons: progress.unplacedReads.map((lessonId) => ({ lessonId, readAt: queuedAt(lessonId) })),
    questionSets: [...progress.unplacedQuestionSets],
  };
  return [...progress.courses, ...goneCourses(recordSources), unplaced]
    .map((course) => recordOfCourse(course, sources))
    .filter(({ rows, completion }) => rows.length > 0 || completion);
}
