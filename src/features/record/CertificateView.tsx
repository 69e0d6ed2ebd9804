/** 修了証 (certificate): one printable page for a completed course, with facts from the study record only. */
import { Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';

import { useService } from '@/queries/info';
import type { StudyRecordView } from '@/queries/progress/study-record';
import { type Certificate, certificateOf, countReceived } from '@/study/certificate';
import type { CourseRecord } from '@/study/record-rows';
import { EmptyState } from '@/ui/EmptyState';
import { formatDayInJapan } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';

import { asOfWords } from './record-words';
import { RecordButtons, type RecordPerson } from './RecordPaper';

import classes from './Certificate.module.css';
import recordClasses from './Record.module.css';
import paper from '@/ui/PaperTable.module.css';

export interface CertificateViewProps {
  person: RecordPerson;
  record: StudyRecordView;
  courseId: string;
  note?: ReactNode;
  recordLink: ReactNode;
}

/** Lists the lessons that belonged to the course when it was completed. */
function Lessons({ lessons }: Pick<Certificate, 'lessons'>) {
  if (lessons.length === 0) return null;
  return (
    <section className={classes.learned}>
      <h2 className={classes.learnedHeading}>学んだ内容</h2>
      <ol className={classes.lessons}>
        {lessons.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ol>
    </section>
  );
}

function BestScores({ sets }: Pick<Certificate, 'sets'>) {
  if (sets.length === 0) return null;
  return (
    <table aria-label="問題の最高の結果" className={`${paper.table} ${classes.scores}`}>
      <thead>
        <tr>
          <th scope="col">問題</th>
          <th scope="col">最高</th>
        </tr>
      </thead>
      <tbody>
        {sets.map(({ id, title, best }) => (
          <tr key={id}>
            <th scope="row">{title || '問題'}</th>
            <td>
              {best.score} / {best.maxScore}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Sheet({ person, certificate, asOf }: { person: RecordPerson; certificate: Certificate; asOf: number }) {
  const { serviceName } = useService();
  const {
    courseTitle,
    lessonCount,
    firstAt = certificate.lastAt,
    lastAt,
    receivedAt,
    lessons,
    sets,
    isRecorded,
  } = certificate;
  const days = [...new Set([formatDayInJapan(firstAt), formatDayInJapan(lastAt)])];
  return (
    <div className={classes.sheet}>
      <p className={classes.sheetTitle} aria-hidden>
        修了証
      </p>
      <p className={classes.name} translate="no">
        {person.name}
      </p>
      {person.company && (
        <p className={classes.company} translate="no">
          {person.company}
        </p>
      )}
      <p>
        <strong className={classes.title}>「{courseTitle}」</strong>の全{lessonCount}レッスンを読み終えました。
      </p>
      <dl className={`${paper.facts} flex wrap m-0`}>
        <div>
          <dt>学習した期間</dt>
          <dd>
            {days.map((day, index) => (
              <Fragment key={day}>
                {index > 0 && ' 〜 '}
                <span className={classes.day}>{day}</span>
              </Fragment>
            ))}
          </dd>
        </div>
        <div>
          <dt>修了した日</dt>
          <dd className={classes.day}>{formatDayInJapan(lastAt)}</dd>
        </div>
        {receivedAt !== undefined && formatDayInJapan(receivedAt) !== formatDayInJapan(lastAt) && (
          <div>
            <dt>受信日時</dt>
            <dd className={classes.day}>{formatDayInJapan(receivedAt)}</dd>
          </div>
        )}
      </dl>
      <Lessons lessons={lessons} />
      <BestScores sets={sets} />
      <p className={classes.small}>
        {isRecorded ? serviceName : `${serviceName} ・ ${asOfWords(asOf)}`}
        <br />
        この修了証は、上のレッスンの読了と問題の結果が{serviceName}に記録されていることだけを示します。
        {isRecorded && '修了したときの記録なので、あとでコースが変わっても同じです。'}
      </p>
    </div>
  );
}

function NotYet({ course, link }: { course: CourseRecord | undefined; link: ReactNode }) {
  const { read, waiting } = course ? countReceived(course) : { read: 0, waiting: 0 };
  return (
    <EmptyState title="このコースはまだ修了していません">
      <Text ta="center">
        {course?.lessonCount && `${course.lessonCount}レッスンのうち${read}レッスンを読み終えています。`}
        {waiting > 0 && `ほかに${waiting}レッスンが送信待ちで、サーバーが受信すると数えられます。`}
      </Text>
      {link}
    </EmptyState>
  );
}

export function CertificateView({ person, record, courseId, note, recordLink }: CertificateViewProps) {
  const course = record.courses.find((one) => one.courseId === courseId);
  const certificate = course && certificateOf(course);
  return (
    <Stack gap="md" className={recordClasses.paper}>
      <div className={certificate && classes.onSheet}>
        <PageTitle actions={certificate && <RecordButtons />}>修了証</PageTitle>
      </div>
      {note}
      {certificate ? (
        <Sheet person={person} certificate={certificate} asOf={record.asOf} />
      ) : (
        <NotYet course={course} link={recordLink} />
      )}
    </Stack>
  );
}
