/** A person's study record: each course, overall progress, calendar, results. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ProgressSummary } from '@/api/progress';
import type { User } from '@/api/users';
import { useNow } from '@/device/use-now';
import { courseStudyOf } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { EmptyState } from '@/ui/EmptyState';

import { CalendarCard } from './CalendarCard';
import { CourseProgressCard } from './CourseProgressCard';
import { Details } from './Details';
import { ProgressOverview } from './ProgressOverview';
import { ResultsCard } from './ResultsCard';
import { useRequired } from './use-required';

import classes from './StudyRecord.module.css';

interface CoursesProps {
  progress: OwnProgress;
  /** The user whose study is shown; one's own if omitted. */
  otherUserId?: string;
  /** The ids of the courses that are required of another user; these courses are listed first. */
  requiredIds?: ReadonlySet<string>;
}

function Courses({ progress, otherUserId, requiredIds }: CoursesProps) {
  const isRequired = ({ courseId }: { courseId: string }) => requiredIds?.has(courseId) ?? false;
  const courses = [...progress.courses].sort((a, b) => Number(isRequired(b)) - Number(isRequired(a)));
  return (
    <section aria-labelledby="progress-by-course">
      <h2 id="progress-by-course" className={classes.heading}>
        コースごとの進捗
      </h2>
      {courses.length === 0 && <EmptyState title="学習の記録はまだありません" />}
      <Stack gap="sm">
        {courses.map((course) => (
          <CourseProgressCard
            // The key changes once the required courses are known, so that the card remounts with the names of unfinished parts listed.
            key={`${course.courseId} ${isRequired(course)}`}
            course={course}
            study={courseStudyOf(progress, { id: course.courseId, lessonCount: course.lessonCount })}
            otherUserId={otherUserId}
            isRequired={isRequired(course)}
          />
        ))}
      </Stack>
    </section>
  );
}

interface StudyProps {
  progress: OwnProgress;
  /** The progress summary; undefined if the server has none. */
  summary: ProgressSummary | undefined;
  /** The person's facts. */
  facts: ReactNode;
}

/** The study record on the user's own profile: the personal data are beside the progress ring. */
export function StudyRecord({ progress, summary, facts }: StudyProps) {
  return (
    <>
      <div className={classes.pair}>
        {facts}
        {summary && <ProgressOverview progress={progress} summary={summary} />}
      </div>
      <CalendarCard studyDays={summary?.studyDays} progress={progress} nowMs={useNow()} />
      <Courses progress={progress} />
      <ResultsCard progress={progress} />
    </>
  );
}

/** The study record on another user's profile: first the unfinished parts of each course; the personal data are in a closed disclosure. */
export function PersonStudy({ user, progress, summary, facts }: StudyProps & { user: User }) {
  const { required } = useRequired(user, progress);
  return (
    <>
      <Details
        summary={
          <>
            <span>プロフィール</span>{' '}
            <span translate="no" className={classes.username}>
              {user.username}
            </span>
          </>
        }
      >
        {facts}
      </Details>
      <Courses
        progress={progress}
        otherUserId={user.id}
        requiredIds={new Set(required.map(({ courseId }) => courseId))}
      />
      {summary && <ProgressOverview progress={progress} summary={summary} />}
      <CalendarCard studyDays={summary?.studyDays} progress={progress} nowMs={useNow()} />
      <ResultsCard progress={progress} />
    </>
  );
}
