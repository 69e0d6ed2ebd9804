/** Home's card 続きから (continue): a link to the next unread lesson. */
import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { Course, CourseDetail } from '@/api/courses';
import { allLessonsOf } from '@/api/outline';
import { useOpenableLessons } from '@/device/openable-lessons';
import { courseQueries } from '@/queries/curriculum/courses';
import { useOwnProgress } from '@/queries/progress/progress';
import { useReachability } from '@/queries/reachability';
import { countRead, nextUnreadLesson } from '@/study/course-progress';
import { readWords } from '@/study/course-study-words';
import { LinkButton } from '@/ui/LinkButton';

import classes from './ContinueCard.module.css';

/**
 * Returns the message for an offline learner; all messages have a similar length, so that the layout does not shift.
 * @param isHere true if the next lesson is on the device; undefined until the device's storage has been read.
 */
function offlineWords(isHere: boolean | undefined): string {
  if (isHere === undefined) return 'オフラインです。端末にあるレッスンを確かめています。';
  return isHere
    ? 'オフラインです。この端末にあるレッスンから続けます。'
    : 'オフラインです。このコースの続きは、この端末にありません。';
}

function NextLesson({ course }: { course: CourseDetail }) {
  const progress = useOwnProgress();
  const { done, all } = countRead(course.sections, progress, course.id);
  const isReachable = useReachability();
  const openable = useOpenableLessons();
  const next = nextUnreadLesson(course, progress, openable);
  if (!next) {
    return (
      <>
        <Text size="sm">{course.title}</Text>
        <h2 className={classes.title}>{all === 0 ? 'レッスンを準備しています' : 'すべて読み終えました'}</h2>
        <LinkButton to="/courses" className={classes.button}>
          ほかのコースを見る
        </LinkButton>
      </>
    );
  }
  return (
    <>
      <Text size="sm">
        {done === 0 ? '始める' : '続きから'} ・ {course.title}
      </Text>
      <h2 className={classes.title}>{next.title}</h2>
      <Text size="sm">
        {readWords({ readCount: done, lessonCount: all })}
        {next.minutes !== undefined && ` ・ 約${next.minutes}分`}
      </Text>
      {!isReachable && <Text size="sm">{offlineWords(openable?.has(next.id))}</Text>}
      <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }} className={classes.button}>
        {done === 0 ? '学習を始める' : '学習を続ける'}
      </LinkButton>
    </>
  );
}

export function ContinueCard({ course }: { course: Course }) {
  const { data: detail } = useQuery({ ...courseQueries.detail(course.id), retry: false });
  return (
    <Card className={`${classes.hero} grid gap-8 border-0 edge`}>
      {detail && allLessonsOf(detail.sections) ? (
        <NextLesson course={detail} />
      ) : (
        // Without the course's whole outline the next lesson is unknown, so link to the course.
        <>
          <Text size="sm">続きから</Text>
          <h2 className={classes.title}>{course.title}</h2>
          <LinkButton to="/courses/$courseId" params={{ courseId: course.id }} className={classes.button}>
            コースを見る
          </LinkButton>
        </>
      )}
    </Card>
  );
}
