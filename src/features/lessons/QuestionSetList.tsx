/** The question sets of a lesson, each with the last score. */
import { Card, Text } from '@mantine/core';

import type { Lesson } from '@/api/lessons';
import { useOwnProgress } from '@/queries/progress';
import { questionSetProgressOf } from '@/queries/study';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import classes from './QuestionSetList.module.css';

export function QuestionSetList({ lesson }: { lesson: Pick<Lesson, 'questionSets'> }) {
  const progress = useOwnProgress();
  if (lesson.questionSets.length === 0) return null;
  return (
    <section aria-labelledby="question-sets">
      <h2 id="question-sets" className={classes.heading}>
        確認問題
      </h2>
      {lesson.questionSets.map(({ id, title, questionCount }) => {
        const last = questionSetProgressOf(progress, id);
        return (
          <Card key={id} className={classes.card}>
            <div className={classes.words}>
              <Text fw={700}>
                {title}（{questionCount}問）
              </Text>
              <Text size="sm" c="dimmed">
                {last?.lastSubmittedAt
                  ? `前回 ${last.lastScore ?? 0} / ${last.maxScore} ・ ${formatDay(last.lastSubmittedAt)}`
                  : 'まだ解いていません'}
              </Text>
            </div>
            <LinkButton
              to="/question/solve/$questionSetId"
              params={{ questionSetId: id }}
              variant="light"
              aria-label={`${title}を解く`}
            >
              解く
            </LinkButton>
          </Card>
        );
      })}
    </section>
  );
}
