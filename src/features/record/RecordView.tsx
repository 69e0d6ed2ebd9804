/** 受講記録簿 (study record): a person's study by course, to read, print and export. */
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { fileNameOf, saveFile } from '@/device/download';
import type { StudyRecordView } from '@/queries/study-record';
import { certificateOf } from '@/study/certificate';
import { completionWords, readWords } from '@/study/course-study-words';
import { toCsv } from '@/study/csv';
import type { CourseRecord, RecordRow } from '@/study/record-rows';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import { recordToRows } from './record-csv';
import {
  asOfWords,
  missingWords,
  kindNames,
  minuteWords,
  receivedWords,
  resultWords,
  titleWords,
  vouchingNames,
} from './record-words';
import { RecordButtons, RecordFacts, type RecordPerson } from './RecordPaper';

import legendClasses from './Legend.module.css';
import classes from './Record.module.css';
import paper from '@/ui/PaperTable.module.css';

export interface RecordViewProps {
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
      <div className={classes.courseHead}>
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

export function RecordView({ person, record, note, renderCertificateLink }: RecordViewProps) {
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
 * The table of one course's study. On narrow screens CSS shows the rows as cards, which removes the table semantics; explicit ARIA roles
 * restore them.
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
