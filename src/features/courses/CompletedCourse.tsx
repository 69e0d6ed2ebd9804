/** The header of a completed course: when and how it was completed, scores, certificate, and the next step. */
import { Card, Group, Text, Title } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import type { CourseDetail } from '@/api/courses';
import { courseQueries } from '@/queries/curriculum/courses';
import type { CourseStudy } from '@/study/completed';
import { completionWords } from '@/study/course-study-words';
import { courseProgressOf, isAnswered, nextCourse } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { formatDayInJapan } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import classes from './CompletedCourse.module.css';

/** The answered question sets with their best results. */
function Scores({ course, progress }: { course: CourseDetail; progress: OwnProgress }) {
  const sets = courseProgressOf(progress, course.id)?.questionSets?.filter(isAnswered) ?? [];
  if (sets.length === 0) return null;
  return (
    <ul className={`${classes.scores} plain-list grid`} aria-label="問題の結果">
      {sets.map(({ questionSetId, title, bestScore, maxScore }) => (
        <li key={questionSetId}>
          <span>{title || '問題'}</span>
          <span className="flex-none tabular">
            {bestScore === undefined ? '採点待ち' : `${bestScore} / ${maxScore ?? '–'}`}
          </span>
        </li>
      ))}
    </ul>
  );
}

export interface CompletedCourseProps {
  course: CourseDetail;
  study: CourseStudy;
  progress: OwnProgress;
  /** The number of lessons whose read mark has not been sent to the server yet. */
  waitingCount: number;
}

export function CompletedCourse({ course, study, progress, waitingCount }: CompletedCourseProps) {
  const { data: courses } = useSuspenseQuery(courseQueries.list());
  const days = (courseProgressOf(progress, course.id)?.readLessons ?? [])
    .flatMap(({ readAt }) => (readAt ? [readAt] : []))
    .sort();
  const [from, to] = [days[0], study.completedAt ?? days.at(-1)];
  const period = [...new Set([from, to].flatMap((day) => (day ? [formatDayInJapan(day)] : [])))].join(' 〜 ');
  const next = nextCourse(courses, progress);
  const isSent = study.completedAt !== undefined || waitingCount === 0;
  return (
    <Card component="section" aria-labelledby="completed" className={`${classes.card} grid gap-12`}>
      <Title order={2} id="completed" className="m-0 text-115">
        {completionWords(study) ?? 'すべてのレッスンを読み終えました'}
      </Title>
      <Text size="sm">
        {[study.readCount !== undefined && `${study.readCount}レッスン`, period].filter(Boolean).join(' ・ ')}
      </Text>
      <Scores course={course} progress={progress} />
      {!isSent && <Text size="sm">読了が送信待ちです。サーバーに届くと、修了証ができます。</Text>}
      <Group gap="sm">
        {isSent && (
          <LinkButton to="/record/{-$courseId}" params={{ courseId: course.id }}>
            修了証を見る
          </LinkButton>
        )}
        {next && next.id !== course.id && (
          <LinkButton to="/courses/$courseId" params={{ courseId: next.id }} variant="default">
            次のコース：{next.title}
          </LinkButton>
        )}
      </Group>
    </Card>
  );
}
