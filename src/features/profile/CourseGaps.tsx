/** Lists the unfinished parts of a person's course by name: unread lessons and unanswered question sets. */
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { courseQueries } from '@/queries/courses';
import { countUnread } from '@/study/completed';
import { lessonsOf } from '@/study/lesson-order';
import type { OwnCourseProgress } from '@/study/unconfirmed';

import { Details } from './Details';

import classes from './CourseGaps.module.css';

function Names({ label, names }: { label: string; names: readonly { id: string; title: string }[] }) {
  if (names.length === 0) return null;
  return (
    <div>
      <h4 className={classes.label}>{label}</h4>
      <ul className={classes.names} aria-label={label}>
        {names.map(({ id, title }) => (
          <li key={id}>{title}</li>
        ))}
      </ul>
    </div>
  );
}

/** Loads the course's outline and lists its unread lessons. Shows nothing for a draft course, whose lessons learners cannot open. */
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
  return <Names label="未読のレッスン" names={lessonsOf(course.sections).filter(({ id }) => !read.has(id))} />;
}

export interface CourseGapsProps {
  course: OwnCourseProgress;
  /** True if the list of names is open at first, as it is for a required course. */
  isOpen: boolean;
}

export function CourseGaps({ course, isOpen }: CourseGapsProps) {
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
