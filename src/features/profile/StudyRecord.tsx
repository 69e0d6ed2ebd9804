/** A person's study: overall progress, calendar, results, and each course. */
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';

import type { ProgressSummary } from '@/api/progress';
import { useNow } from '@/device/use-now';
import { courseStudyOf } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { EmptyState } from '@/ui/EmptyState';

import { CalendarCard } from './CalendarCard';
import { CourseProgressCard } from './CourseProgressCard';
import { ProgressOverview } from './ProgressOverview';
import { ResultsCard } from './ResultsCard';

import classes from './StudyRecord.module.css';

export interface StudyRecordProps {
  progress: OwnProgress;
  /** The progress summary; undefined if the server has none. */
  summary: ProgressSummary | undefined;
  /** The person's facts, rendered beside the ring. */
  facts: ReactNode;
  /** The user whose study is shown; one's own if omitted. */
  otherUserId?: string;
}

export function StudyRecord({ progress, summary, facts, otherUserId }: StudyRecordProps) {
  return (
    <>
      <div className={classes.pair}>
        {facts}
        {summary && <ProgressOverview progress={progress} summary={summary} />}
      </div>
      <CalendarCard studyDays={summary?.studyDays ?? []} progress={progress} nowMs={useNow()} />
      <section aria-labelledby="progress-by-course">
        <h2 id="progress-by-course" className={classes.heading}>
          コースごとの進み
        </h2>
        {progress.courses.length === 0 && <EmptyState title="学習の記録はまだありません" />}
        <Stack gap="sm">
          {progress.courses.map((course) => (
            <CourseProgressCard
              key={course.courseId}
              course={course}
              study={courseStudyOf(progress, { id: course.courseId, lessonCount: course.lessonCount })}
              otherUserId={otherUserId}
            />
          ))}
        </Stack>
      </section>
      <ResultsCard progress={progress} />
    </>
  );
}
