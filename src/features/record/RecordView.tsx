/** 受講記録簿 (study record): a person's study by course, to read, print and export. */
import { Button, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

import { fileNameOf, saveFile } from '@/device/download';
import type { StudyRecordView } from '@/queries/study-record';
import { certificateOf } from '@/study/certificate';
import { completionWords, lessonWords } from '@/study/course-study-words';
import { toCsv } from '@/study/csv';
import type { CourseRecord } from '@/study/record-rows';
import { EmptyState } from '@/ui/EmptyState';
import { PageTitle } from '@/ui/PageTitle';

import { recordToRows } from './record-csv';
import { asOfWords, missingWords } from './record-words';
import { RecordButtons, RecordFacts, type RecordPerson } from './RecordPaper';
import { RecordTable } from './RecordTable';

import legendClasses from './Legend.module.css';
import classes from './Record.module.css';

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
function courseWords({ courseId, lessonCount, rows, completion }: CourseRecord): string {
  const readCount = rows.filter(({ kind }) => kind === 'lesson').length;
  const words = [
    completionWords({ lessonCount, readCount, completedAt: completion?.completedAt }),
    (lessonCount ?? readCount) > 0 && `${lessonWords({ readCount, lessonCount })}読了`,
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
