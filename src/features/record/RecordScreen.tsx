/** The screens of 受講記録簿 (study record) and 修了証 (certificate): the user's own, and another user's for editing roles. */
import { Button, Stack, Text, VisuallyHidden } from '@mantine/core';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { nameOf } from '@/api/users';
import { fileNameOf, saveFile } from '@/device/download';
import { timeInJapan } from '@/lib/japan-time';
import { meQueries, useMe } from '@/queries/me';
import { companyQueries } from '@/queries/people/companies';
import { userQueries } from '@/queries/people/users';
import { type StudyRecordView, useOwnRecord, useRecordOfPerson } from '@/queries/progress/study-record';
import { certificateOf } from '@/study/certificate';
import { completionWords, readWords } from '@/study/course-study-words';
import { type Cell, toCsv } from '@/study/csv';
import type { CourseRecord, RecordRow } from '@/study/record-rows';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';

import { CertificateView } from './CertificateView';
import {
  asOfWords,
  isTime,
  kindNames,
  minuteWords,
  missingWords,
  receivedWords,
  resultWords,
  titleWords,
  vouchingNames,
} from './record-words';
import { RecordButtons, RecordFacts, type RecordPerson, RefusedNote } from './RecordPaper';

import legendClasses from './Legend.module.css';
import classes from './Record.module.css';
import paper from '@/ui/PaperTable.module.css';

const header = [
  '氏名',
  'ユーザー名',
  'コース',
  '種類',
  'タイトル',
  '学習した日時',
  '受信日時',
  '時刻の出どころ',
  '点数',
  '満点',
  '最高点',
  '解答の回数',
  '問題の版',
];

/** Returns the time in Japan, e.g. 「2026-11-21 10:05:33」; '' without a time. */
function timeCell(timestamp: string | undefined): Cell {
  return isTime(timestamp) ? { value: timeInJapan(timestamp) } : '';
}

function rowCells(row: RecordRow): Cell[] {
  const { kind, studiedAt, receivedAt, vouching, result, summary, questionSetUpdatedAt } = row;
  const count = kind === 'lesson' ? '' : summary ? summary.submitCount : 1;
  return [
    kindNames[kind],
    titleWords(row),
    timeCell(studiedAt),
    timeCell(receivedAt),
    vouchingNames[vouching],
    ...[result?.score, result?.maxScore, summary?.bestScore, count].map((cell) => String(cell ?? '')),
    timeCell(questionSetUpdatedAt),
  ];
}

/** Returns the header and the rows of a study record, for `toCsv`. */
export function recordToRows(
  { name, username }: { name: string; username?: string },
  courses: readonly CourseRecord[],
): Cell[][] {
  const rows = courses.flatMap(({ courseTitle, rows: studied }) =>
    studied.map((row) => [name, username ?? '', courseTitle, ...rowCells(row)]),
  );
  return [header, ...rows];
}

interface RecordViewProps {
  person: RecordPerson;
  record: StudyRecordView;
  /** A notice above the record, e.g. on refused calls. */
  note?: ReactNode;
  /** Renders the link to a finished course's certificate. */
  renderCertificateLink: (courseId: string, courseTitle: string) => ReactNode;
}

interface CourseSectionProps {
  course: CourseRecord;
  /** The person's name and the date, repeated at the top of every printed page. */
  whose: string;
  link: ReactNode;
}

/** Returns a course's summary, e.g. 「修了（2026年11月26日） ・ 8 / 8 レッスン読了 ・ 12件」 (completed, lessons read, entries). */
function courseWords({ courseId, lessonCount, rows, lacksReads, completion }: CourseRecord): string {
  const readCount = lacksReads ? undefined : rows.filter(({ kind }) => kind === 'lesson').length;
  const words = [
    completionWords({ lessonCount, readCount, completedAt: completion?.completedAt }),
    (lessonCount ?? readCount ?? 0) > 0 && readWords({ readCount, lessonCount }),
    rows.length > 0 ? `${rows.length}件` : courseId !== '' && 'いまは表示されないコースです',
  ];
  return words.filter(Boolean).join(' ・ ');
}

function CourseSection({ course, whose, link }: CourseSectionProps) {
  const title = course.courseTitle || 'コースのわからない学習';
  return (
    <section aria-label={title}>
      <div className={`${classes.courseHead} row wrap justify-between`}>
        <h2 className={classes.heading}>{title}</h2>
        <Text size="sm" c="dimmed">
          {courseWords(course)}
        </Text>
        {link}
      </div>
      {course.rows.length > 0 && <RecordTable name={`${title}の記録`} whose={whose} rows={course.rows} />}
    </section>
  );
}

/** Explains the last column, 時刻の出どころ (which clock a time comes from). */
function Legend() {
  return (
    <dl className={legendClasses.legend} aria-label="時刻の出どころの説明">
      <dt>サーバーの時計</dt>
      <dd>学習してから1分以内にサーバーが受信し、日時をサーバーの時計で確かめられるものです。</dd>
      <dt>端末の時計</dt>
      <dd>あとから届いたものです。学習した日時は端末の時計によります。サーバーが確かめたのは、受信した日時です。</dd>
      <dt>送信待ち</dt>
      <dd>この端末に保存してあり、まだサーバーに届いていないものです。</dd>
      <dt>受信日時の記録なし</dt>
      <dd>いつ受信したかを、サーバーが伝えていないものです。</dd>
    </dl>
  );
}

/** 受講記録簿 (study record): a person's study by course, to read, print and export. */
function RecordView({ person, record, note, renderCertificateLink }: RecordViewProps) {
  const { courses, asOf, hasHistory } = record;
  const missing = missingWords(
    courses.every(({ hasEverySubmit }) => hasEverySubmit),
    hasHistory,
  );
  const save = () => void saveFile(fileNameOf(`${person.name}の受講記録簿.csv`), toCsv(recordToRows(person, courses)));
  return (
    <Stack gap="md" className={classes.paper}>
      <PageTitle
        actions={
          <RecordButtons>
            <Button variant="default" onClick={save} disabled={courses.length === 0}>
              CSVで保存
            </Button>
          </RecordButtons>
        }
      >
        受講記録簿
      </PageTitle>
      {note}
      <RecordFacts person={person} asOf={asOf} />
      {missing && <Text size="sm">{missing}</Text>}
      {courses.length === 0 && <EmptyState title="学習の記録はまだありません" />}
      {courses.map((course) => (
        <CourseSection
          key={course.courseId}
          course={course}
          whose={`${person.name}（${person.username ?? '–'}） ・ ${asOfWords(asOf)}`}
          link={certificateOf(course) && renderCertificateLink(course.courseId, course.courseTitle)}
        />
      ))}
      {courses.length > 0 && <Legend />}
    </Stack>
  );
}

/**
 * The table of one course's study. On narrow screens CSS shows the rows as cards, which removes the table semantics;
 * explicit ARIA roles restore them.
 */
const tableRole = { role: 'table' };
const groupRole = { role: 'rowgroup' };
const rowRole = { role: 'row' };
const cellRole = { role: 'cell' };
const headRole = { role: 'columnheader' };

const heads = ['学習した日時', '内容', '結果', '問題の版', '受信日時', '時刻の出どころ'] as const;

function cellsOf(row: RecordRow) {
  const { studiedAt, kind, vouching, questionSetUpdatedAt } = row;
  const title = (
    <>
      <span className={classes.kind}>{kindNames[kind]}</span> {titleWords(row)}
    </>
  );
  const version = kind === 'lesson' ? '' : minuteWords(questionSetUpdatedAt);
  const mark = <span className={classes[vouching]}>{vouchingNames[vouching]}</span>;
  return [minuteWords(studiedAt), title, resultWords(row), version, receivedWords(row), mark];
}

interface RecordTableProps {
  name: string;
  /** Person and date, repeated above the column heads on every printed page; hidden on screens. */
  whose: string;
  rows: readonly RecordRow[];
}

function RecordTable({ name, whose, rows }: RecordTableProps) {
  return (
    <table {...tableRole} aria-label={name} className={`${paper.table} ${classes.table}`}>
      <thead {...groupRole}>
        <tr className={paper.whose} aria-hidden>
          <td colSpan={heads.length}>{whose}</td>
        </tr>
        <tr {...rowRole}>
          {heads.map((head) => (
            <th key={head} {...headRole} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody {...groupRole}>
        {rows.map((row) => (
          <tr key={`${row.kind} ${row.subjectId} ${row.studiedAt} ${row.receivedAt}`} {...rowRole}>
            {cellsOf(row).map((cell, index) => (
              <td
                key={heads[index]}
                {...cellRole}
                data-label={heads[index]}
                data-long={row.summary && index === 2 ? true : undefined}
              >
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

export interface RecordScreenProps {
  /** The course whose certificate is shown; undefined for the whole record. */
  courseId: string | undefined;
}

interface ShownRecord extends RecordScreenProps {
  person: RecordPerson;
  record: StudyRecordView;
  /** The user whose record is shown; one's own if omitted. */
  otherUserId?: string;
}

function CertificateWords({ title }: { title: string }) {
  return (
    <>
      <VisuallyHidden>「{title}」の</VisuallyHidden>
      修了証
    </>
  );
}

function Shown({ person, record, otherUserId, courseId }: ShownRecord) {
  const linkTo = (to: string | undefined, label: ReactNode) =>
    otherUserId === undefined ? (
      <LinkButton to="/record/{-$courseId}" params={{ courseId: to }} variant="light" size="sm">
        {label}
      </LinkButton>
    ) : (
      <LinkButton
        to="/users/record/$userId/{-$courseId}"
        params={{ userId: otherUserId, courseId: to }}
        variant="light"
        size="sm"
      >
        {label}
      </LinkButton>
    );
  const note = otherUserId === undefined && <RefusedNote />;
  if (courseId !== undefined) {
    const recordLink = linkTo(undefined, '受講記録簿');
    return <CertificateView {...{ person, record, courseId, note, recordLink }} />;
  }
  return (
    <RecordView
      {...{ person, record, note }}
      renderCertificateLink={(id, title) => linkTo(id, <CertificateWords title={title} />)}
    />
  );
}

export function OwnRecordScreen({ courseId }: RecordScreenProps) {
  const me = useMe();
  const { data: company } = useQuery(meQueries.company());
  const person = { name: me.name, username: me.username, company: (me.companyId && company?.name) || undefined };
  return <Shown person={person} record={useOwnRecord(courseId)} courseId={courseId} />;
}

export function PersonRecordScreen({ courseId, userId }: RecordScreenProps & { userId: string }) {
  const { data: user } = useSuspenseQuery(userQueries.detail(userId));
  const { companyId = null } = user;
  const { data: company } = useQuery({
    ...companyQueries.detail(companyId ?? ''),
    enabled: companyId !== null,
  });
  const person = { name: nameOf(user), username: user.username, company: company?.name };
  return (
    <Shown person={person} record={useRecordOfPerson(userId, courseId)} otherUserId={userId} courseId={courseId} />
  );
}
