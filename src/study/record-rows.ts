/** 受講記録簿: what somebody studied and when, and whose clock says so. */
import type { QuestionSetProgress } from '@/api/progress';
import type { CourseHistory, DatedRead, PastSubmit } from '@/api/study-history';
import { subjectOf } from '@/offline/queue/queued-calls';
import type { RecordedEntry } from '@/offline/queue/recorded-calls';

import { attemptOfEntry, isInProgress, isSubmitEntry, type SubmitEntry } from './attempts';
import type { OwnCourseProgress, OwnProgress, OwnQuestionSetProgress } from './unconfirmed';

/** What is received within a minute is dated by the server as well: the record tells minutes. */
const VOUCHED_MS = 60_000;

/**
 * Whose clock the time is of. `server`: it came in when it was studied. `device`: it came in later, and the server vouches for
 * that alone. `waiting`: it has not come in. `untold`: the server does not say when it did.
 */
export type Vouching = 'server' | 'device' | 'waiting' | 'untold';

interface Score {
  score: number;
  maxScore: number;
}

/** One thing that was studied: a lesson, or one submit of a question set. */
export interface RecordRow {
  kind: 'lesson' | 'question-set';
  /** Of the lesson or question set. */
  subjectId: string;
  /** Undefined where nothing here knows it. */
  title: string | undefined;
  /** ISO 8601; '' where it is not known. */
  studiedAt: string;
  /** ISO 8601. */
  receivedAt?: string;
  vouching: Vouching;
  /** Of a submit, once the server has scored it. */
  result?: Score;
  /** Of the last submit where no other is told: the best score, and how many there were. */
  summary?: { bestScore: number | undefined; submitCount: number };
  /** The version of the question set that was seen. */
  questionSetUpdatedAt?: string;
}

/** What is known of one course beside progress. */
export interface KnownCourse {
  history?: CourseHistory;
  lessons: readonly { id: string; title: string }[];
}

export interface CourseRecord {
  /** '' for what belongs to no course that is known. */
  courseId: string;
  courseTitle: string;
  lessonCount: number;
  /** Oldest first. */
  rows: RecordRow[];
  /** Every submit is a row; else the last of a set stands for all of them. */
  hasEverySubmit: boolean;
  /** The question sets of the course with the best score each. */
  sets: { id: string; title: string; best?: Score }[];
}

export interface RecordSources {
  /** The server's progress with what is not confirmed yet; of others the server's alone. */
  progress: OwnProgress;
  /** The sets of the server's progress, by id: `progress` has what waits counted in. */
  serverSets: ReadonlyMap<string, QuestionSetProgress>;
  /** By course id. */
  known: ReadonlyMap<string, KnownCourse>;
  /** What waits, or was received from this device. */
  entries: readonly RecordedEntry[];
  /** The server takes no time of a reading, so the one it tells is of when it came in. */
  isDatedOnArrival: boolean;
}

/** The same, with the entries by the lesson or question set that each is about. */
interface Sources extends RecordSources {
  entriesOf: ReadonlyMap<string, readonly RecordedEntry[]>;
}

function vouchingOf(studiedAt: string, receivedAt: string | undefined): Vouching {
  if (receivedAt === undefined) return 'untold';
  return Date.parse(receivedAt) - Date.parse(studiedAt) <= VOUCHED_MS ? 'server' : 'device';
}

const receivedAtOf = (entry: RecordedEntry) =>
  entry.state === 'sent' && entry.receipt.byServer ? entry.receipt.receivedAt : undefined;

const isSameTime = (one: string, other: string | undefined) =>
  other !== undefined && Date.parse(one) === Date.parse(other);

function readRow(
  { lessonId, readAt, receivedAt: told }: DatedRead,
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

/** The readings of a course, with when each came in where that is told. */
function readRows({ readLessons }: OwnCourseProgress, known: KnownCourse | undefined, sources: Sources): RecordRow[] {
  const titleOf = new Map(known?.lessons.map(({ id, title }) => [id, title]));
  const told = new Map(known?.history?.readLessons.map(({ lessonId, receivedAt }) => [lessonId, receivedAt]));
  return readLessons.map((read) =>
    readRow({ ...read, receivedAt: told.get(read.lessonId) }, titleOf.get(read.lessonId), sources),
  );
}

/** Whether a submit of this device is one that the server tells of. */
function isOneOf(submits: readonly PastSubmit[], entry: SubmitEntry): boolean {
  const { answeredAt } = entry.call.submit;
  // The server dates from its own clock what a device's clock puts into the future.
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

/** The last submit, standing for those that are not told. */
function lastRow({ lastSubmittedAt = '', lastScore, bestScore, maxScore, submitCount }: QuestionSetProgress) {
  return {
    studiedAt: lastSubmittedAt,
    vouching: 'untold' as const,
    result: lastScore === undefined ? undefined : { score: lastScore, maxScore },
    summary: { bestScore, submitCount },
  };
}

/** The submits of one question set, with whether they are all. */
function setRows(
  set: OwnQuestionSetProgress,
  past: readonly PastSubmit[],
  sources: Sources,
): { rows: RecordRow[]; isWhole: boolean } {
  const { questionSetId, title } = set;
  const base = { kind: 'question-set' as const, subjectId: questionSetId, title: title || undefined };
  const server = sources.serverSets.get(questionSetId);
  const isWhole = past.length >= (server?.submitCount ?? 0);
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
  return bestScore === undefined ? undefined : { score: bestScore, maxScore };
}

const oldestFirst = (a: RecordRow, b: RecordRow) => Date.parse(a.studiedAt) - Date.parse(b.studiedAt) || 0;

function recordOfCourse(course: OwnCourseProgress, sources: Sources): CourseRecord {
  const known = sources.known.get(course.courseId);
  const pastOf = new Map(known?.history?.questionSets.map(({ questionSetId, submits }) => [questionSetId, submits]));
  const sets = course.questionSets.map((set) => setRows(set, pastOf.get(set.questionSetId) ?? [], sources));
  return {
    courseId: course.courseId,
    courseTitle: course.courseTitle || known?.history?.courseTitle || '',
    lessonCount: course.lessonCount,
    rows: [...readRows(course, known, sources), ...sets.flatMap(({ rows }) => rows)].toSorted(oldestFirst),
    hasEverySubmit: sets.every(({ isWhole }) => isWhole),
    sets: course.questionSets.map((set) => {
      const { questionSetId, title } = set;
      return { id: questionSetId, title, best: bestOf(sources.serverSets.get(questionSetId) ?? set) };
    }),
  };
}

/** What was studied, course by course; courses in which nothing was are left out. */
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
  return [...progress.courses, unplaced]
    .map((course) => recordOfCourse(course, sources))
    .filter(({ rows }) => rows.length > 0);
}
