/** A person's study record: each course, overall progress, calendar, results. */
import { Button, Card, Group, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense } from 'react';

import { allLessonsOf } from '@/api/outline';
import type { ProgressSummary } from '@/api/progress';
import type { User } from '@/api/users';
import { useNow } from '@/device/use-now';
import { percentOf } from '@/lib/percent';
import { courseQueries } from '@/queries/curriculum/courses';
import { now } from '@/storage/now';
import { countCompletions, countUnread, type CourseStudy } from '@/study/completed';
import { correctRateWords } from '@/study/correct-rate';
import { countAllRead, countSubmits, scoreWords } from '@/study/course-progress';
import { completionWords, lessonWords, readWords } from '@/study/course-study-words';
import { courseStudyOf, isAnswered } from '@/study/next-course';
import type { OwnCourseProgress, OwnProgress, OwnQuestionSetProgress } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { Ring } from '@/ui/charts/Ring';
import { EmptyState } from '@/ui/EmptyState';
import { formatDay, formatPercent } from '@/ui/formats';
import { lazyExtra } from '@/ui/lazy-extra';
import { LinkButton } from '@/ui/LinkButton';
import { RelativeTime } from '@/ui/RelativeTime';

import { CalendarCard } from './CalendarCard';
import { Details } from './Details';
import { useRequired } from './use-required';

import chartClasses from './ChartCard.module.css';
import classes from './StudyRecord.module.css';

function Names({ label, names = [] }: { label: string; names?: readonly { id: string; title: string }[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h4 className="m-0 c-muted text-sm semibold">{label}</h4>
      <ul className="m-0 list-indent break-anywhere" aria-label={label}>
        {names.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

/**
 * Loads the course's outline and lists its unread lessons. Shows nothing for a draft course, whose lessons learners
 * cannot open.
 */
function UnreadLessons({ courseId, readLessons = [] }: Pick<OwnCourseProgress, 'courseId' | 'readLessons'>) {
  const { data: course, isError, refetch } = useQuery(courseQueries.detail(courseId));
  if (!course) {
    return isError ? (
      <Group gap="xs" role="alert">
        <Text size="sm">レッスンのタイトルを読み込めませんでした。</Text>
        <Button size="sm" variant="default" onClick={() => void refetch()}>
          もう一度
        </Button>
      </Group>
    ) : (
      <Text size="sm" c="dimmed" role="status">
        レッスンのタイトルを読み込んでいます
      </Text>
    );
  }
  if (course.status === 'draft') return null;
  const read = new Set(readLessons.map(({ lessonId }) => lessonId));
  return <Names label="未読のレッスン" names={allLessonsOf(course.sections)?.filter(({ id }) => !read.has(id))} />;
}

interface CourseGapsProps {
  course: OwnCourseProgress;
  /** True if the list of names is open at first, as it is for a required course. */
  isOpen: boolean;
}

/** Lists the unfinished parts of a person's course by name: unread lessons and unanswered question sets. */
function CourseGaps({ course, isOpen }: CourseGapsProps) {
  const { courseId, courseTitle, lessonCount, readLessons, questionSets = [] } = course;
  const unreadCount = countUnread({ lessonCount, readCount: readLessons?.length }) ?? 0;
  const unsolved = questionSets.filter(({ submitCount }) => submitCount === 0);
  const counts = [
    unreadCount > 0 && `未読のレッスン ${unreadCount}`,
    unsolved.length > 0 && `未解答の問題集 ${unsolved.length}`,
  ].filter(Boolean);
  if (counts.length === 0) return null;
  return (
    <Details summary={counts.join(' ・ ')} label={courseTitle} isOpen={isOpen}>
      <div className={classes.gaps}>
        {unreadCount > 0 && <UnreadLessons courseId={courseId} readLessons={readLessons} />}
        <Names
          label="未解答の問題集"
          names={unsolved.map(({ questionSetId, title }) => ({ id: questionSetId, title: title || '問題' }))}
        />
      </div>
    </Details>
  );
}

interface AnswersLinkProps {
  questionSetId: string;
  title: string;
  /** The user whose answers are linked; one's own if undefined. */
  otherUserId: string | undefined;
}

/** The link to the answers of a question set: one's own or another user's. */
function AnswersLink({ questionSetId, title, otherUserId }: AnswersLinkProps) {
  return (
    <LinkButton
      to="/question/review/$questionSetId"
      params={{ questionSetId }}
      search={otherUserId === undefined ? {} : { user: otherUserId }}
      variant="light"
      size="sm"
    >
      <VisuallyHidden>「{title}」の</VisuallyHidden>
      解答を見る
    </LinkButton>
  );
}

interface ForWhom {
  /** The user whose answers are linked; one's own if omitted. */
  otherUserId?: string;
}

function Scores({ set }: { set: OwnQuestionSetProgress }) {
  const { submitCount, lastScore, bestScore, maxScore, lastSubmittedAt } = set;
  if (!isAnswered(set)) return submitCount === 0 ? '未解答' : '–';
  return (
    <>
      {lastScore === undefined ? '採点待ち' : `最後 ${scoreWords(lastScore, set)}`}
      {bestScore !== undefined && ` ・ 最高 ${[bestScore, maxScore ?? '–'].join('/')}`}
      {submitCount !== undefined && ` ・ ${submitCount}回`}
      {lastSubmittedAt && (
        <>
          {' ・ '}
          <RelativeTime timestamp={lastSubmittedAt} nowMs={now()} />
        </>
      )}
    </>
  );
}

function SetRow({ set, otherUserId }: ForWhom & { set: OwnQuestionSetProgress }) {
  return (
    <li className={`${classes.set} row wrap justify-between`}>
      <div className="flex-1 min-w-14em">
        <span className="semibold">{set.title || '問題'}</span>
        <Text size="sm" c="dimmed">
          <Scores set={set} />
        </Text>
      </div>
      {isAnswered(set) && (
        <AnswersLink questionSetId={set.questionSetId} title={set.title ?? ''} otherUserId={otherUserId} />
      )}
    </li>
  );
}

interface CourseProgressCardProps extends ForWhom {
  course: OwnCourseProgress;
  study: CourseStudy;
  /** True for a course that is required of another user: the list of its unfinished parts is then open at first. */
  isRequired?: boolean;
}

/** A person's progress in one course, with the result of every question set and a link to its answers. */
function CourseProgressCard({ course, study, otherUserId, isRequired = false }: CourseProgressCardProps) {
  const { courseTitle, lessonCount, readLessons, questionSets = [] } = course;
  const readCount = readLessons?.length;
  const answered = questionSets.filter(isAnswered).length;
  return (
    <Card className="grid gap-8">
      <div className={classes.head}>
        <h3 className="m-0 text-lg">{courseTitle || 'コース'}</h3>
        <Text size="sm" c="dimmed">
          {completionWords(study) ?? readWords({ readCount, lessonCount })}
        </Text>
        {lessonCount !== undefined && <span className={classes.percent}>{formatPercent(readCount, lessonCount)}</span>}
      </div>
      <Meter label={`${courseTitle || 'コース'}の進捗`} done={readCount} all={lessonCount} />
      {otherUserId !== undefined && <CourseGaps course={course} isOpen={isRequired} />}
      {questionSets.length > 0 && (
        // Open at first on another user's profile, because supervisors open it to see the results.
        <Details
          summary={`問題の結果（${answered} / ${questionSets.length}）`}
          isOpen={otherUserId !== undefined && answered > 0}
        >
          <ul className="plain-list border-top divided">
            {questionSets.map((set) => (
              <SetRow key={set.questionSetId} set={set} otherUserId={otherUserId} />
            ))}
          </ul>
        </Details>
      )}
    </Card>
  );
}

interface CoursesProps {
  progress: OwnProgress;
  /** The user whose study is shown; one's own if omitted. */
  otherUserId?: string;
  /** The ids of the courses that are required of another user; these courses are listed first. */
  requiredIds?: ReadonlySet<string>;
}

function Courses({ progress, otherUserId, requiredIds }: CoursesProps) {
  const isRequired = ({ courseId }: { courseId: string }) => requiredIds?.has(courseId) ?? false;
  const courses = [...progress.courses].sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  return (
    <section aria-labelledby="progress-by-course">
      <h2 id="progress-by-course" className={classes.heading}>
        コースごとの進捗
      </h2>
      {courses.length === 0 && <EmptyState title="学習の記録はまだありません" />}
      <Stack gap="sm">
        {courses.map((course) => (
          <CourseProgressCard
            // The key changes once the required courses are known, so that the card remounts with the names of
            // unfinished parts listed.
            key={`${course.courseId} ${isRequired(course)}`}
            course={course}
            study={courseStudyOf(progress, { id: course.courseId, lessonCount: course.lessonCount })}
            otherUserId={otherUserId}
            isRequired={isRequired(course)}
          />
        ))}
      </Stack>
    </section>
  );
}

interface StudyProps {
  progress: OwnProgress;
  /** The progress summary; undefined if the server has none. */
  summary: ProgressSummary | undefined;
  /** The person's facts. */
  facts: ReactNode;
}

interface ProgressOverviewProps {
  progress: OwnProgress;
  summary: ProgressSummary;
}

/** A person's progress in all courses: a ring, and the counts in words. */
function ProgressOverview({ progress, summary }: ProgressOverviewProps) {
  const all = summary.lessonCount;
  const done = countAllRead(progress, all);
  const completed = countCompletions(
    progress.courses.map(({ courseId, lessonCount }) => courseStudyOf(progress, { id: courseId, lessonCount })),
  );
  const submitCount = countSubmits(progress);
  const facts = [
    ['読了', done === undefined ? '–' : lessonWords({ readCount: done, lessonCount: all })],
    [
      '修了',
      `${[completed ?? '–', ...(summary.courseCount === undefined ? [] : [summary.courseCount])].join(' / ')} コース`,
    ],
    ['解答', submitCount === undefined ? '–' : `${submitCount}回`],
    ['正答率', correctRateWords(summary, progress) ?? '–'],
  ];
  return (
    <Card component="section" aria-labelledby="overview" className="grid gap-16 content-start">
      <h2 id="overview" className="m-0 text-xl">
        全体の進捗
      </h2>
      <div className={`${classes.row} row wrap`}>
        <Ring done={done} all={all} />
        <dl className={`${classes.facts} grid flex-1 m-0`}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}

/** The last scored result of a question set. */
interface Result {
  questionSetId: string;
  title: string;
  score: number;
  maxScore: number;
  /** The score; undefined until the server has graded a submit with the current number of questions. */
  bestScore: number | undefined;
  pending: OwnQuestionSetProgress['pending'];
  /** ISO 8601. */
  submittedAt: string;
}

function toResult(set: OwnQuestionSetProgress): Result | undefined {
  const { questionSetId, title, lastScore, bestScore, maxScore, lastSubmittedAt, pending } = set;
  if (lastScore === undefined || lastSubmittedAt === undefined || !maxScore) return undefined;
  return {
    questionSetId,
    title: title || '問題',
    score: lastScore,
    maxScore,
    bestScore: bestScore ?? (pending ? undefined : lastScore),
    pending,
    submittedAt: lastSubmittedAt,
  };
}

/** Returns the last result of each question set, oldest first. The progress from the server has no earlier results. */
export function lastResults({ courses, unplacedQuestionSets }: OwnProgress): Result[] {
  return [...courses.flatMap(({ questionSets = [] }) => questionSets), ...unplacedQuestionSets]
    .flatMap((set) => toResult(set) ?? [])
    .sort((a, b) => Date.parse(a.submittedAt) - Date.parse(b.submittedAt));
}

const ScoreChart = lazyExtra(() => import('@/ui/charts/ScoreChart').then((module) => module.ScoreChart));

/** Makes a wide table a focusable scroll region, so that the keyboard can scroll it. */
const scrolls = { role: 'region', tabIndex: 0, 'aria-label': '問題の結果の表' };

const toPoint = (result: Result) => ({
  id: result.questionSetId,
  timeMs: Date.parse(result.submittedAt),
  percent: percentOf(result.score, result.maxScore),
  words: `${formatDay(result.submittedAt)} ${result.title}：${scoreWords(result.score, result)}`,
});

function ResultTable({ results }: { results: readonly Result[] }) {
  return (
    <table className={chartClasses.table}>
      <thead>
        <tr>
          <th scope="col">問題</th>
          <th scope="col">日付</th>
          <th scope="col">最後</th>
          <th scope="col">最高</th>
        </tr>
      </thead>
      <tbody>
        {results.map(({ questionSetId, title, submittedAt, score, bestScore, maxScore, pending }) => (
          <tr key={questionSetId}>
            <th scope="row">{title}</th>
            <td>{formatDay(submittedAt)}</td>
            <td>{scoreWords(score, { maxScore, pending })}</td>
            <td>{bestScore === undefined ? '–' : `${bestScore}/${maxScore}`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Results over time: the last result of each question set, as a chart and as a table. */
function ResultsCard({ progress }: { progress: OwnProgress }) {
  const results = lastResults(progress);
  return (
    <Card component="section" aria-labelledby="results" className={`${chartClasses.card} grid gap-8 content-start`}>
      <h2 id="results" className="m-0 text-xl">
        結果の移り変わり
      </h2>
      {results.length === 0 ? (
        <Text size="sm" c="dimmed">
          問題の結果はまだありません。
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            問題ごとの最後の結果を、提出した日の順に並べています。解き直すと、新しい結果に置きかわります。
          </Text>
          <div className={chartClasses.chartPlace}>
            <Suspense>
              <ScoreChart points={results.map(toPoint)} label={`問題の結果、${results.length}件（正答の割合）`} />
            </Suspense>
          </div>
          <Details summary="表で見る">
            <div className="overflow-x-auto" {...scrolls}>
              <ResultTable results={[...results].reverse()} />
            </div>
          </Details>
        </>
      )}
    </Card>
  );
}

/** The study record on the user's own profile: the personal data are beside the progress ring. */
export function StudyRecord({ progress, summary, facts }: StudyProps) {
  return (
    <>
      <div className={classes.pair}>
        {facts}
        {summary && <ProgressOverview progress={progress} summary={summary} />}
      </div>
      <CalendarCard studyDays={summary?.studyDays} progress={progress} nowMs={useNow()} />
      <Courses progress={progress} />
      <ResultsCard progress={progress} />
    </>
  );
}

/**
 * The study record on another user's profile: first the unfinished parts of each course; the personal data are in a
 * closed disclosure.
 */
export function PersonStudy({ user, progress, summary, facts }: StudyProps & { user: User }) {
  const { required } = useRequired(user, progress);
  return (
    <>
      <Details
        summary={
          <>
            <span>プロフィール</span>{' '}
            <span translate="no" className="c-muted">
              {user.username}
            </span>
          </>
        }
      >
        {facts}
      </Details>
      <Courses
        progress={progress}
        otherUserId={user.id}
        requiredIds={new Set(required.map(({ courseId }) => courseId))}
      />
      {summary && <ProgressOverview progress={progress} summary={summary} />}
      <CalendarCard studyDays={summary?.studyDays} progress={progress} nowMs={useNow()} />
      <ResultsCard progress={progress} />
    </>
  );
}
