/** The card at the end of a lesson: its question sets, how far the course is, and what comes next. */
import { Button, Paper, Text } from '@mantine/core';

import { useLessonReadState, useOwnProgress } from '@/queries/progress';
import { readLessonIds } from '@/study/course-progress';
import { lessonsOf } from '@/study/lesson-order';

import { CourseFinished } from './CourseFinished';
import { CourseMeter } from './CourseMeter';
import { type LessonStepsProps, useNeighbour, useReadPress } from './lesson-steps';
import { QuestionSetList } from './QuestionSetList';

import classes from './LessonEnd.module.css';

/** Returns the lesson to open next: the following one in the course, else the first unread one. */
function useNext(props: LessonStepsProps, unread: readonly { id: string; title: string }[]) {
  const next = useNeighbour(props, 1);
  const [missed] = unread;
  if (next.id || !missed) return next;
  return { ...next, id: missed.id, title: missed.title, open: () => props.onOpenLesson(missed.id) };
}

export function LessonEnd(props: LessonStepsProps) {
  const { lesson, course } = props;
  const state = useLessonReadState(lesson.id);
  const isRead = state === 'read' || state === 'waiting';
  const read = readLessonIds(useOwnProgress());
  const unread = lessonsOf(course.sections).filter(({ id }) => id !== lesson.id && !read.has(id));
  const next = useNext(props, unread);
  const { isPending, press } = useReadPress(lesson);
  // If marking this lesson as read (読了) completes the course, the next step is the course's completion, not another lesson.
  const isLast = !isRead && unread.length === 0;
  const goesOn = !isLast && next.id !== undefined && !next.isAbsent;
  const handleNext = () => (isRead ? next.open() : press(next.open));
  return (
    <>
      <QuestionSetList lesson={lesson} />
      <Paper component="section" radius="lg" p="md" withBorder className={classes.card} aria-label="このあと">
        <Text fw={700} className={classes.course}>
          {course.title}
        </Text>
        <CourseMeter course={course} />
        {isRead && unread.length === 0 && <CourseFinished course={course} />}
        {next.isAbsent && !isLast && (
          <Text size="sm" c="dimmed">
            次の「{next.title}」は、この端末にありません。電波のあるところで開けます。
          </Text>
        )}
        {isLast && (
          <Button className={classes.next} onClick={() => press()} loading={isPending}>
            読了にして、コースを修了
          </Button>
        )}
        {goesOn && (
          <Button className={classes.next} onClick={handleNext} loading={isPending}>
            {isRead ? '次へ' : '読了にして次へ'}：{next.title}
          </Button>
        )}
      </Paper>
    </>
  );
}
