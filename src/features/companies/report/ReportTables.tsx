/** The tables of a report: all learners, then one table for each course. Each table repeats its header on every printed page. */
import type { ReactNode } from 'react';

import { nameOf } from '@/api/users';
import { lastStudyOf, stateOf } from '@/features/companies/people-states';
import { type ReportCourse, type ReportPerson, type ReportRow, reportStateNames } from '@/study/company-report';
import { stateNames } from '@/study/state-names';
import { formatPercent } from '@/ui/formats';

import { dayWords, leftWords } from './report-words';

import classes from './CompanyReport.module.css';
import paper from '@/ui/PaperTable.module.css';

interface ReportTableProps {
  name: string;
  /** Company and date, repeated above the table header on every printed page; hidden on screens. */
  whose: string;
  heads: readonly string[];
  rows: readonly { id: string; cells: readonly ReactNode[] }[];
}

function ReportTable({ name, whose, heads, rows }: ReportTableProps) {
  return (
    <div className={classes.frame}>
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
    <span translate="no" className={classes.name}>
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
export function PeopleOfReport({ people, courses, whose }: PeopleProps) {
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
        <span key="state" className={state === 'behind' ? classes.late : undefined}>
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
    <span key="state" className={state === 'late' ? classes.late : undefined}>
      {reportStateNames[state]}
    </span>,
    `${readCount ?? '–'} / ${lessonCount ?? '–'}`,
    dayWords(dueAt),
    dayWords(finishedAt),
    score ? `${score.points} / ${score.max}` : '–',
    leftWords(row),
  ];
}

/** One course with the people who are required to take it and those who have begun it. */
export function CourseOfReport({ course: { course, rows }, whose }: { course: ReportCourse; whose: string }) {
  const finished = rows.filter(({ state }) => state === 'finished').length;
  return (
    <section className={classes.course}>
      <h2 className={classes.heading}>
        {course.title}
        <span className={classes.count}>
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
