/** A person's progress in one course, with the result of every question set and a link to its answers. */
import { Card, Text } from '@mantine/core';

import { now } from '@/storage/now';
import type { CourseStudy } from '@/study/completed';
import { scoreWords } from '@/study/course-progress';
import { completionWords, readWords } from '@/study/course-study-words';
import { isAnswered } from '@/study/next-course';
import type { OwnCourseProgress, OwnQuestionSetProgress } from '@/study/unconfirmed';
import { Meter } from '@/ui/charts/Meter';
import { formatPercent } from '@/ui/formats';
import { RelativeTime } from '@/ui/RelativeTime';

import { AnswersLink } from './AnswersLink';
import { CourseGaps } from './CourseGaps';
import { Details } from './Details';

import classes from './CourseProgressCard.module.css';

interface ForWhom {
  /** The user whose answers are linked; one's own if omitted. */
  otherUserId?: string;
}

function Scores({ set }: { set: OwnQuestionSetProgress }) {
  const { submitCount, lastScore, bestScore, maxScore, lastSubmittedAt } = set;
  if (!isAnswered(set)) return submitCount === 0 ? '未解答' : '–';
  return (
    <>
      {lastScore === undefined ? '採点待ち' : `最後 ${scoreWords(lastScore, set)}`}
      {bestScore !== undefined && ` ・ 最高 ${[bestScore, maxScore ?? '–'].join('/')}`}
      {submitCount !== undefined && ` ・ ${submitCount}回`}
      {lastSubmittedAt && (
        <>
          {' ・ '}
          <RelativeTime timestamp={lastSubmittedAt} nowMs={now()} />
        </>
      )}
    </>
  );
}

function SetRow({ set, otherUserId }: ForWhom & { set: OwnQuestionSetProgress }) {
  return (
    <li className={classes.set}>
      <div className={classes.words}>
        <span className={classes.setTitle}>{set.title || '問題'}</span>
        <Text size="sm" c="dimmed">
          <Scores set={set} />
        </Text>
      </div>
      {isAnswered(set) && (
        <AnswersLink questionSetId={set.questionSetId} title={set.title ?? ''} otherUserId={otherUserId} />
      )}
    </li>
  );
}

export interface CourseProgressCardProps extends ForWhom {
  course: OwnCourseProgress;
  study: CourseStudy;
  /** True for a course that is required of another user: the list of its unfinished parts is then open at first. */
  isRequired?: boolean;
}

export function CourseProgressCard({ course, study, otherUserId, isRequired = false }: CourseProgressCardProps) {
  const { courseTitle, lessonCount, readLessons, questionSets = [] } = course;
  const readCount = readLessons?.length;
  const answered = questionSets.filter(isAnswered).length;
  return (
    <Card className={classes.card}>
      <div className={classes.head}>
        <h3 className={classes.title}>{courseTitle || 'コース'}</h3>
        <Text size="sm" c="dimmed">
          {completionWords(study) ?? readWords({ readCount, lessonCount })}
        </Text>
        {lessonCount !== undefined && <span className={classes.percent}>{formatPercent(readCount, lessonCount)}</span>}
      </div>
      <Meter label={`${courseTitle || 'コース'}の進捗`} done={readCount} all={lessonCount} />
      {otherUserId !== undefined && <CourseGaps course={course} isOpen={isRequired} />}
      {questionSets.length > 0 && (
        // Open at first on another user's profile, because supervisors open it to see the results.
        <Details
          summary={`問題の結果（${answered} / ${questionSets.length}）`}
          isOpen={otherUserId !== undefined && answered > 0}
        >
          <ul className={classes.sets}>
            {questionSets.map((set) => (
              <SetRow key={set.questionSetId} set={set} otherUserId={otherUserId} />
            ))}
          </ul>
        </Details>
      )}
    </Card>
  );
}
