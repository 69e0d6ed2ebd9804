/** 続きから: the next unread lesson, one tap away. */
import { Card, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/courses';
import { useOwnProgress } from '@/queries/progress';
import { countRead, lessonsOf, nextUnreadLesson, readLessonIds } from '@/queries/study';
import { LinkButton } from '@/ui/LinkButton';

import classes from './ContinueCard.module.css';

export function ContinueCard({ courseId }: { courseId: string }) {
  const { data: course } = useSuspenseQuery(courseQueries.detail(courseId));
  const progress = useOwnProgress();
  const { done, all } = countRead(lessonsOf(course.sections), readLessonIds(progress));
  const next = nextUnreadLesson(course, progress);
  if (!next) {
    return (
      <Card className={classes.hero}>
        <Text size="sm">{course.title}</Text>
        <h2 className={classes.title}>{all === 0 ? 'レッスンを準備しています' : 'すべて読み終えました'}</h2>
        <LinkButton to="/courses" className={classes.button}>
          ほかのコースを見る
        </LinkButton>
      </Card>
    );
  }
  return (
    <Card className={classes.hero}>
      <Text size="sm">
        {done === 0 ? 'はじめる' : '続きから'} ・ {course.title}
      </Text>
      <h2 className={classes.title}>{next.title}</h2>
      <Text size="sm">
        {done} / {all} レッスン読了
        {next.minutes !== undefined && ` ・ 約${next.minutes}分`}
      </Text>
      <LinkButton to="/lessons/$lessonId" params={{ lessonId: next.id }} className={classes.button}>
        {done === 0 ? '学習をはじめる' : '学習を続ける'}
      </LinkButton>
    </Card>
  );
}
