/** What comes after the last unread lesson of a course. */
import { Text } from '@mantine/core';

import type { CourseDetail } from '@/api/courses';
import { LinkButton } from '@/ui/LinkButton';

export function CourseFinished({ course }: { course: CourseDetail }) {
  return (
    <>
      <Text>すべてのレッスンを読み終えました。</Text>
      <LinkButton to="/courses/$courseId" params={{ courseId: course.id }} variant="light">
        コースの画面へ
      </LinkButton>
    </>
  );
}
