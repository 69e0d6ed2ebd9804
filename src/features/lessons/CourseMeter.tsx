/** A meter of the learner's progress in the lesson's course; it moves when a lesson is marked as read. */
import { Text } from '@mantine/core';

import type { CourseDetail } from '@/api/courses';
import { useOwnProgress } from '@/queries/progress/progress';
import { countRead, type ReadCount } from '@/study/course-progress';
import { Meter } from '@/ui/charts/Meter';

import classes from './CourseMeter.module.css';

/** Returns how many lessons of the course are read. */
export function useCourseCount(course: CourseDetail): ReadCount {
  return countRead(course.sections, useOwnProgress(), course.id);
}

export function CourseMeter({ course }: { course: CourseDetail }) {
  const { done, all } = useCourseCount(course);
  return (
    <div className={classes.meter}>
      <Meter label={`${course.title}の進捗`} done={done} all={all} />
      <Text size="sm" c="dimmed" className="flex-none tabular">
        {done ?? '–'} / {all ?? '–'}
      </Text>
    </div>
  );
}
