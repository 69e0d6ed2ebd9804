/** The card at the end of a lesson: its question sets, how far the course is, and what comes next. */
import { Button, Paper, Text, Group } from '@mantine/core';

import type { CourseDetail } from '@/api/courses';
import { allLessonsOf, lessonsOf } from '@/api/outline';
import { useLessonReadState, useOwnProgress, useWaitingLessonIds } from '@/queries/progress/progress';
import { readLessonIds } from '@/study/course-progress';
import { completionWords } from '@/study/course-study-words';
import { courseStudyOf } from '@/study/next-course';
import { LinkButton } from '@/ui/LinkButton';

import { CourseMeter } from './CourseMeter';
import { type LessonStepsProps, useNeighbour, useReadPress } from './lesson-steps';
import { QuestionSetList } from './QuestionSetList';

import classes from './LessonEnd.module.css';

/** Returns the lesson to open next: the following one in the course, else the first unread one. */
function useNext(props: LessonStepsProps, [missed]: readonly { id: string; title: string }[] = []) {
  const next = useNeighbour(props, 1);
  if (next.id || !missed) return next;
  return { ...next, id: missed.id, title: missed.title, open: () => props.onOpenLesson(missed.id) };
}

export function LessonEnd(props: LessonStepsProps) {
  const { lesson, course } = props;
  const state = useLessonReadState(lesson.id);
  const isRead = state === 'read' || state === 'waiting';
  const read = readLessonIds(useOwnProgress());
  const unread = allLessonsOf(course.sections)?.filter(({ id }) => id !== lesson.id && !read.has(id));
  const next = useNext(props, unread);
  const { isPending, press } = useReadPress(lesson);
  // If marking this lesson as read (読了) completes the course, the next step is the course's completion, not another
  // lesson.
  const isLast = !isRead && unread?.length === 0;
  const goesOn = !isLast && next.id !== undefined && !next.isAbsent;
  const handleNext = () => (isRead ? next.open() : press(next.open));
  return (
    <>
      <QuestionSetList lesson={lesson} />
      <Paper
        component="section"
        radius="lg"
        p="md"
        withBorder
        className={`${classes.card} flex flex-column gap-12 bg-surface shadow`}
        aria-label="このあと"
      >
        <Text fw={700} className={classes.course}>
          {course.title}
        </Text>
        <CourseMeter course={course} />
        {isRead && unread?.length === 0 && <CourseFinished course={course} />}
        {next.isAbsent && !isLast && (
          <Text size="sm" c="dimmed">
            次の「{next.title}」は、この端末にありません。電波のあるところで開けます。
          </Text>
        )}
        {isLast && (
          <Button onClick={() => press()} loading={isPending}>
            読了にして、コースを修了
          </Button>
        )}
        {goesOn && (
          <Button onClick={handleNext} loading={isPending}>
            {isRead ? '次へ' : '読了にして次へ'}：{next.title}
          </Button>
        )}
      </Paper>
    </>
  );
}

/**
 * The end of a course, after its last unread lesson: the certificate, once the server has received all read marks, and
 * a link to the course.
 */
function CourseFinished({ course }: { course: CourseDetail }) {
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
