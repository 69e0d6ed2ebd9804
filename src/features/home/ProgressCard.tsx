/** How far in all courses: a ring, and the same in words. */
import { Card, RingProgress, Text } from '@mantine/core';

import type { ProgressDetail, ProgressSummary } from '@/api/progress';
import { readLessonIds } from '@/queries/study';
import { formatPercent, percentOf } from '@/ui/formats';

import classes from './ProgressCard.module.css';
import '@mantine/core/styles/RingProgress.css';

export interface ProgressCardProps {
  summary: ProgressSummary;
  progress: ProgressDetail;
}

export function ProgressCard({ summary, progress }: ProgressCardProps) {
  const done = Math.min(readLessonIds(progress).size, summary.lessonCount);
  const all = summary.lessonCount;
  return (
    <Card className={classes.card} component="section" aria-labelledby="progress">
      <RingProgress
        size={96}
        thickness={9}
        roundCaps
        rootColor="var(--m-track)"
        sections={[{ value: percentOf(done, all), color: 'var(--m-primary)' }]}
        label={
          <Text ta="center" fw={700} aria-hidden>
            {formatPercent(done, all)}
          </Text>
        }
        aria-hidden
      />
      <div>
        <h2 id="progress" className={classes.heading}>
          全体の進み
        </h2>
        <Text>
          {done} / {all} レッスン読了（{formatPercent(done, all)}）
        </Text>
        <Text size="sm" c="dimmed">
          修了 {summary.completedCourseCount} / {summary.courseCount} コース
          {summary.correctRate !== undefined && ` ・ 正答率 ${Math.round(summary.correctRate * 100)}%`}
        </Text>
      </div>
    </Card>
  );
}
