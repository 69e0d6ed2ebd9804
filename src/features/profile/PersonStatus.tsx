/** A learner's state with its reason in words, and the courses that are required of them, for editing roles. */
import { Card, Text } from '@mantine/core';

import type { ProgressDetail } from '@/api/progress';
import type { User } from '@/api/users';
import { now } from '@/storage/now';
import { isCompleted } from '@/study/completed';
import { courseStudyWords } from '@/study/course-study-words';
import { dueWords } from '@/study/due-words';
import { stateNames } from '@/study/outline/state-names';
import { lateReason } from '@/study/people/late-reason';
import { learnerStatusOf } from '@/study/people/learner-status';
import { requiredStatusOf } from '@/study/people/required-status';

import { useRequired } from './use-required';

import classes from './PersonStatus.module.css';

export function PersonStatus({ user, progress }: { user: User; progress: ProgressDetail }) {
  const { assignments, person, required } = useRequired(user, progress);
  const nowMs = now();
  const titleOf = (courseId: string) => progress.courses.find((one) => one.courseId === courseId)?.courseTitle;
  const isSuspended = user.active === false;
  const state = isSuspended ? 'suspended' : (requiredStatusOf(required, user, nowMs) ?? learnerStatusOf(user, nowMs));
  if (!state) return null;
  return (
    <Card component="section" aria-label="受講状況" className="grid gap-8">
      <p className="row wrap gap-8-12 m-0">
        <span className={classes.state} data-state={state}>
          {stateNames[state]}
        </span>
        {state === 'behind' && <span>{lateReason(person, assignments, titleOf, nowMs)}</span>}
      </p>
      {required.length > 0 && (
        <ul className="m-0 list-indent" aria-label="必修">
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
