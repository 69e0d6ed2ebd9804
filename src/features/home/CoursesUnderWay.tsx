/** Lists the courses that are started and not finished, the last studied first. */
import { Stack, Text } from '@mantine/core';

import type { Course } from '@/api/courses';
import { coursesUnderWay } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';

import { CourseRow } from './CourseRow';

import classes from './HomeScreen.module.css';

export interface CoursesUnderWayProps {
  courses: readonly Course[];
  progress: OwnProgress;
}

export function CoursesUnderWay({ courses, progress }: CoursesUnderWayProps) {
  const underWay = coursesUnderWay(courses, progress);
  return (
    <section aria-labelledby="under-way">
      <h2 id="under-way" className={classes.heading}>
        学習中のコース
      </h2>
      {underWay.length === 0 ? (
        <Text c="dimmed">レッスンを1つ読み終えると、ここに並びます。</Text>
      ) : (
        <Stack gap="sm">
          {underWay.map(({ course, study }) => (
            <CourseRow key={course.id} course={course} study={study} />
          ))}
        </Stack>
      )}
    </section>
  );
}
