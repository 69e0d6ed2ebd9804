/** The learner's progress in all courses, as a ring and in words. */
import { Card, Text } from '@mantine/core';

import type { ProgressSummary } from '@/api/progress';
import { correctRateWords } from '@/study/correct-rate';
import { countAllRead, type ReadCount } from '@/study/course-progress';
import { readWords } from '@/study/course-study-words';
import type { OwnProgress } from '@/study/unconfirmed';
import { Ring } from '@/ui/charts/Ring';
import { formatPercent } from '@/ui/formats';

import classes from './ProgressCard.module.css';

export interface ProgressCardProps {
  summary: ProgressSummary;
  progress: OwnProgress;
  /** The number of completed courses, and of all courses. */
  completed: ReadCount;
}

export function ProgressCard({ summary, progress, completed }: ProgressCardProps) {
  const all = summary.lessonCount;
  const done = countAllRead(progress, all);
  const rate = correctRateWords(summary, progress);
  return (
    <Card className={`${classes.card} row flex-row gap-16`} component="section" aria-labelledby="progress">
      <Ring done={done} all={all} />
      <div>
        <h2 id="progress" className="m-0 text-xl">
          全体の進捗
        </h2>
        <Text>
          {readWords({ readCount: done, lessonCount: all })}
          {done !== undefined && all !== undefined && `（${formatPercent(done, all)}）`}
        </Text>
        <Text size="sm" c="dimmed">
          修了 {completed.done ?? '–'} / {completed.all} コース
        </Text>
        {rate && (
          <Text size="sm" c="dimmed">
            正答率 {rate}
          </Text>
        )}
      </div>
    </Card>
  );
}
