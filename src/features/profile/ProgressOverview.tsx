/** A person's progress in all courses: a ring, and the counts in words. */
import { Card } from '@mantine/core';

import type { ProgressSummary } from '@/api/progress';
import { countCompletions } from '@/study/completed';
import { correctRateWords } from '@/study/correct-rate';
import { countAllRead, countSubmits } from '@/study/course-progress';
import { lessonWords } from '@/study/course-study-words';
import { courseStudyOf } from '@/study/next-course';
import type { OwnProgress } from '@/study/unconfirmed';
import { Ring } from '@/ui/charts/Ring';

import classes from './ProgressOverview.module.css';

export interface ProgressOverviewProps {
  progress: OwnProgress;
  summary: ProgressSummary;
}

export function ProgressOverview({ progress, summary }: ProgressOverviewProps) {
  const all = summary.lessonCount;
  const done = countAllRead(progress, all);
  const completed = countCompletions(
    progress.courses.map(({ courseId, lessonCount }) => courseStudyOf(progress, { id: courseId, lessonCount })),
  );
  const submitCount = countSubmits(progress);
  const facts = [
    ['読了', done === undefined ? '–' : lessonWords({ readCount: done, lessonCount: all })],
    [
      '修了',
      `${[completed ?? '–', ...(summary.courseCount === undefined ? [] : [summary.courseCount])].join(' / ')} コース`,
    ],
    ['解答', submitCount === undefined ? '–' : `${submitCount}回`],
    ['正答率', correctRateWords(summary, progress) ?? '–'],
  ];
  return (
    <Card component="section" aria-labelledby="overview" className="grid gap-16 content-start">
      <h2 id="overview" className="m-0 text-xl">
        全体の進捗
      </h2>
      <div className={`${classes.row} row wrap`}>
        <Ring done={done} all={all} />
        <dl className={`${classes.facts} grid flex-1 m-0`}>
          {facts.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  );
}
