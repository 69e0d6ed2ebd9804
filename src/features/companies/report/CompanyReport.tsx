/**
 * 受講状況報告書 (learning report): a company's learners, laid out for printing, with required courses, dates, scores and
 * unfinished lessons.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import IconPrinter from '~icons/printer';

import { nameOf } from '@/api/users';
import { fileNameOf, saveFile } from '@/device/download';
import { lastStudyOf, stateOf } from '@/features/companies/people-states';
import { dayInJapan } from '@/lib/japan-time';
import { percentOf } from '@/lib/percent';
import { MAX_ONE_BY_ONE } from '@/queries/curriculum/course-shares';
import { companyQueries } from '@/queries/people/companies';
import { companyReportQueries, type ReportQuery } from '@/queries/people/company-report';
import { now } from '@/storage/now';
import {
  type ReportCourse,
  type ReportPerson,
  type ReportRow,
  type ReportSource,
  reportStateNames,
  toReport,
} from '@/study/company-report';
import { type Cell, toCsv } from '@/study/csv';
import { stateNames } from '@/study/outline/state-names';
import { Meter } from '@/ui/charts/Meter';
import { EmptyState } from '@/ui/EmptyState';
import { formatDayInJapan, formatPercent } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import classes from './CompanyReport.module.css';
import paper from '@/ui/PaperTable.module.css';

/** Returns a day in Japan, e.g. 「2026/11/21」, or 「–」 if there is none. */
export function dayWords(timestamp: string | undefined): string {
  return timestamp === undefined ? '–' : dayInJapan(timestamp).replaceAll('-', '/');
}

function dayCell(timestamp: string | undefined): Cell {
  return timestamp === undefined ? '' : { value: dayInJapan(timestamp) };
}

/**
 * Returns the names of unread lessons and unanswered question sets; only the number of lessons for a course that the
 * person has not begun.
 */
function leftWords({ unread, unsolved, readCount }: ReportRow): string {
  const lessons = readCount === 0 && unread.length > 0 ? [`すべて（${unread.length}レッスン）`] : unread;
  const sets = readCount === 0 ? [] : unsolved;
  return [lessons.length > 0 && `未読：${lessons.join('、')}`, sets.length > 0 && `未解答：${sets.join('、')}`]
    .filter(Boolean)
    .join(' ／ ');
}

const head = [
  '氏名',
  'ユーザー名',
  'コース',
  '受講状況',
  '必修の期限',
  '修了日',
  '進捗',
  '読了レッスン',
  'レッスン',
  '点数',
  '満点',
  '未読のレッスン',
  '未解答の問題集',
];

/** Returns the header and one row for each person and course, for `toCsv`. */
export function reportToRows(courses: readonly ReportCourse[]): Cell[][] {
  const rows = courses.flatMap(({ course, rows: people }) =>
    people.map((row): Cell[] => {
      const { user, state, dueAt, finishedAt, readCount, lessonCount, score, unread, unsolved } = row;
      const percent = percentOf(readCount, lessonCount);
      return [
        user.name ?? '',
        user.username ?? '',
        course.title,
        state ? reportStateNames[state] : '',
        dayCell(dueAt),
        dayCell(finishedAt),
        percent === undefined ? '' : { value: `${percent}%` },
        String(readCount ?? ''),
        String(lessonCount ?? ''),
        String(score?.points ?? ''),
        String(score?.max ?? ''),
        unread.join('、'),
        unsolved.join('、'),
      ];
    }),
  );
  return [head, ...rows];
}

function BackToList({ companyId }: { companyId: string }) {
  return (
    <LinkButton to="/companies/$companyId" params={{ companyId }} variant="default">
      一覧に戻る
    </LinkButton>
  );
}

/** The report's filter of learners in words; '' for all learners. */
function filterWords({ q, state }: ReportQuery): string {
  const words = [state && stateNames[state], q && `「${q}」`].filter(Boolean);
  return words.length > 0 ? `（${words.join('・')}）` : '';
}

interface PaperProps {
  name: string;
  query: ReportQuery;
  source: ReportSource;
  /** When the report's data was read, ms since 1970. */
  asOf: number;
}

function Facts({ name, query, source: { people }, asOf }: PaperProps) {
  const counts = Object.entries(stateNames).flatMap(([state, words]) => {
    const count = people.filter(({ user }) => stateOf(user) === state).length;
    return count > 0 ? [`${words} ${count}名`] : [];
  });
  return (
    <dl className={`${paper.facts} flex wrap m-0`}>
      <div>
        <dt>企業</dt>
        <dd translate="no">{name}</dd>
      </div>
      <div>
        <dt>日付</dt>
        <dd>{formatDayInJapan(asOf)}</dd>
      </div>
      <div>
        <dt>受講者</dt>
        <dd>{`${people.length}名${filterWords(query)}${counts.length > 0 ? `：${counts.join('、')}` : ''}`}</dd>
      </div>
    </dl>
  );
}

function Paper(props: PaperProps) {
  const { name, query, source, asOf } = props;
  const courses = toReport(source, asOf);
  const whose = `${name} ・ ${formatDayInJapan(asOf)}`;
  const save = () => void saveFile(fileNameOf(`${name}の受講状況.csv`), toCsv(reportToRows(courses)));
  return (
    <>
      <Group gap="xs" className="no-print">
        <Button leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => globalThis.print()}>
          印刷
        </Button>
        <Button variant="default" onClick={save} disabled={courses.length === 0}>
          CSVで保存
        </Button>
        <BackToList companyId={query.companyId} />
      </Group>
      <Facts {...props} />
      <PeopleOfReport people={source.people} courses={courses} whose={whose} />
      {courses.map((course) => (
        <CourseOfReport key={course.course.id} course={course} whose={whose} />
      ))}
      <Text size="sm" c="dimmed" className={classes.legend}>
        コースごとの表には、必修の人と、学習を始めた人を載せています。点数は、解いた問題集の最後の点数の合計です。修了日と遅れは、学習した日で数えます。
      </Text>
    </>
  );
}

export function CompanyReport(query: ReportQuery) {
  const { companyId } = query;
  const { data: company } = useSuspenseQuery(companyQueries.detail(companyId));
  const [count, setCount] = useState({ done: 0, all: 0 });
  const onCount = (done: number, all: number) => setCount({ done, all });
  const { data, isError, refetch, dataUpdatedAt } = useQuery(companyReportQueries.ofCompany(query, onCount));
  return (
    <Stack gap="md" className={`${classes.paper} min-w-0`}>
      <PageTitle>受講状況報告書</PageTitle>
      {!data && !isError && (
        <div role="status" className={classes.loading}>
          <Text size="sm" c="dimmed">
            受講者ごとの記録を読み込んでいます。
          </Text>
          <Meter label="記録の読み込み" done={count.done} all={count.all} />
        </div>
      )}
      {isError && (
        <EmptyState title="報告書を作れませんでした">
          <Text size="sm" c="dimmed">
            報告書は、つながっているときだけ作れます。
          </Text>
          <Button variant="default" onClick={() => void refetch()}>
            もう一度
          </Button>
        </EmptyState>
      )}
      {data?.tooMany !== undefined && (
        <EmptyState title={`報告書は${MAX_ONE_BY_ONE}名までです`}>
          <Text size="sm" c="dimmed">
            {`いまの条件では${data.tooMany}名です。一覧で受講状況や名前を絞り込んでから作ってください。`}
          </Text>
          <BackToList companyId={companyId} />
        </EmptyState>
      )}
      {data?.source?.people.length === 0 && <EmptyState title="条件に合う受講者はいません" />}
      {data?.source && data.source.people.length > 0 && (
        <Paper name={company.name} query={query} source={data.source} asOf={dataUpdatedAt || now()} />
      )}
    </Stack>
  );
}

/**
 * The tables of a report: all learners, then one table for each course. Each table repeats its header on every printed
 * page.
 */
interface ReportTableProps {
  name: string;
  /** Company and date, repeated above the table header on every printed page; hidden on screens. */
  whose: string;
  heads: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

function ReportTable({ name, whose, heads, rows }: ReportTableProps) {
  return (
    <div className={`${classes.frame} overflow-x-auto`}>
      <table aria-label={name} className={`${paper.table} ${classes.table}`}>
        <thead>
          <tr className={paper.whose} aria-hidden>
            <td colSpan={heads.length}>{whose}</td>
          </tr>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, cells }) => (
            <tr key={id}>
              {cells.map((cell, index) => (
                <td key={heads[index]}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Name({ user }: Pick<ReportPerson, 'user'>) {
  return (
    <span translate="no" className="semibold">
      {nameOf(user)}
    </span>
  );
}

const peopleHeads = ['氏名', 'ユーザー名', '受講状況', '必修の修了', '進捗', '最後の学習'];

interface PeopleProps {
  people: readonly ReportPerson[];
  courses: readonly ReportCourse[];
  whose: string;
}

/** All learners of the report, one row each. */
function PeopleOfReport({ people, courses, whose }: PeopleProps) {
  const rows = people.map(({ user }) => {
    const required = courses
      .flatMap((course) => course.rows)
      .filter((row) => row.user.id === user.id && row.dueAt !== undefined);
    const done = required.filter(({ finishedAt }) => finishedAt !== undefined).length;
    const state = stateOf(user);
    const { progress } = user;
    return {
      id: user.id,
      cells: [
        <Name key="name" user={user} />,
        <span key="username" translate="no">
          {user.username ?? '–'}
        </span>,
        <span key="state" className={state === 'behind' ? 'c-bad bold' : undefined}>
          {state ? stateNames[state] : '–'}
        </span>,
        required.length > 0 ? `${done} / ${required.length}` : '–',
        formatPercent(progress?.readLessonCount, progress?.lessonCount),
        dayWords(lastStudyOf(user)),
      ],
    };
  });
  return <ReportTable name="受講者" whose={whose} heads={peopleHeads} rows={rows} />;
}

const courseHeads = ['氏名', '受講状況', '読了', '期限', '修了日', '点数', '残っている学習'];

function cellsOf(row: ReportRow): ReactNode[] {
  const { user, state, readCount, lessonCount, dueAt, finishedAt, score } = row;
  return [
    <Name key="name" user={user} />,
    <span key="state" className={state === 'late' ? 'c-bad bold' : undefined}>
      {state ? reportStateNames[state] : '–'}
    </span>,
    `${readCount ?? '–'} / ${lessonCount ?? '–'}`,
    dayWords(dueAt),
    dayWords(finishedAt),
    score ? `${score.points} / ${score.max}` : '–',
    leftWords(row),
  ];
}

/** One course with the people who are required to take it and those who have begun it. */
function CourseOfReport({ course: { course, rows }, whose }: { course: ReportCourse; whose: string }) {
  const finished = rows.filter(({ state }) => state === 'finished').length;
  return (
    <section className="grid gap-8 min-w-0">
      <h2 className={classes.heading}>
        {course.title}
        <span className={`${classes.count} c-muted text-sm regular`}>
          {rows.length}名中{finished}名修了
        </span>
      </h2>
      <ReportTable
        name={course.title}
        whose={`${course.title} ・ ${whose}`}
        heads={courseHeads}
        rows={rows.map((row) => ({ id: row.user.id, cells: cellsOf(row) }))}
      />
    </section>
  );
}
