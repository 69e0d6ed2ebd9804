/**
 * The end of a course, after its last unread lesson: the certificate, once the server has received all read marks, and a link to the
 * course.
 */
import { Group, Text } from '@mantine/core';

import type { CourseDetail } from '@/api/courses';
import { useOwnProgress, useWaitingLessonIds } from '@/queries/progress';
import { completionWords } from '@/study/course-study-words';
import { lessonsOf } from '@/study/lesson-order';
import { courseStudyOf } from '@/study/next-course';
import { LinkButton } from '@/ui/LinkButton';

export function CourseFinished({ course }: { course: CourseDetail }) {
  const lessons = lessonsOf(course.sections);
  const study = courseStudyOf(useOwnProgress(), { id: course.id, lessonCount: lessons.length });
  const waiting = useWaitingLessonIds();
  const isSent = study.completedAt !== undefined || !lessons.some(({ id }) => waiting.has(id));
  return (
    <>
      <Text>{completionWords(study) ?? 'すべてのレッスンを読み終えました。'}</Text>
      {!isSent && <Text size="sm">サーバーに届くと、修了証ができます。</Text>}
      <Group gap="sm">
        {isSent && (
          <LinkButton to="/record/{-$courseId}" params={{ courseId: course.id }}>
            修了証を見る
          </LinkButton>
        )}
        <LinkButton to="/courses/$courseId" params={{ courseId: course.id }} variant="light">
          コースの画面へ
        </LinkButton>
      </Group>
    </>
  );
}
