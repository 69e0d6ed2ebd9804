/** A learner's state with its reason in words, and the courses that are required of them, for editing roles. */
import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import type { ProgressDetail } from '@/api/progress';
import type { User } from '@/api/users';
import { assignmentQueries } from '@/queries/assignments';
import { now } from '@/storage/now';
import { isCompleted } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { lateReason, requiredCoursesOf } from '@/study/late-reason';
import { learnerStatusOf } from '@/study/learner-status';
import { courseStudyOf } from '@/study/next-course';
import { requiredStatusOf } from '@/study/required-status';
import { stateNames } from '@/study/state-names';

import classes from './PersonStatus.module.css';

/** Returns the person with their progress in each course, as lists have it. */
function withShares(user: User, progress: ProgressDetail) {
  const courses = progress.courses.map(({ courseId, lessonCount }) => {
    const { readCount, completedAt } = courseStudyOf(progress, { id: courseId, lessonCount });
    return { courseId, total: lessonCount, read: readCount, completedAt };
  });
  return { ...user, courses };
}

export function PersonStatus({ user, progress }: { user: User; progress: ProgressDetail }) {
  const { data: assignments = [] } = useQuery(assignmentQueries.all());
  const nowMs = now();
  const person = withShares(user, progress);
  const required = requiredCoursesOf(person, assignments);
  const titleOf = (courseId: string) => progress.courses.find((one) => one.courseId === courseId)?.courseTitle;
  const state = user.active
    ? (requiredStatusOf(required, user.createdAt, nowMs) ?? learnerStatusOf(user, nowMs))
    : 'suspended';
  if (!state) return null;
  return (
    <Card component="section" aria-label="状態" className={classes.card}>
      <p className={classes.head}>
        <span className={classes.state} data-state={state}>
          {stateNames[state]}
        </span>
        {state === 'behind' && <span>{lateReason(person, assignments, titleOf, nowMs)}</span>}
      </p>
      {required.length > 0 && (
        <ul className={classes.list} aria-label="必修">
          {required.map((course) => (
            <li key={`${course.courseId} ${course.dueAt}`}>
              必修「{titleOf(course.courseId) ?? 'コース'}」
              <Text span size="sm" c="dimmed">
                {isCompleted(course) ? '' : `${dueWords(course.dueAt, nowMs)} ・ `}
                {courseStudyWords(course)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
