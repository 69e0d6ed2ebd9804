/** The question sets of a lesson, each with its last score; prefetches them, so that they can be solved offline. */
import { Paper, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import type { Lesson } from '@/api/lessons';
import { prefetchQuestionSet } from '@/queries/curriculum/question-sets';
import { useOwnProgress } from '@/queries/progress/progress';
import { isAnswered } from '@/study/next-course';
import { type OwnQuestionSetProgress, questionSetProgressOf } from '@/study/unconfirmed';
import { formatDay } from '@/ui/formats';
import { LinkButton } from '@/ui/LinkButton';

import classes from './QuestionSetList.module.css';

/** Returns the last result of a question set in words. */
function resultWords({ pending, lastScore, maxScore, lastSubmittedAt }: OwnQuestionSetProgress): string {
  const result = lastScore === undefined ? '提出済み' : `前回 ${lastScore} / ${maxScore ?? '–'}`;
  const words = pending === 'unscored' ? '採点は送信後' : result;
  return lastSubmittedAt === undefined ? words : `${words} ・ ${formatDay(lastSubmittedAt)}`;
}

interface LastResultProps {
  last: OwnQuestionSetProgress | undefined;
  isEmpty: boolean;
  /** True if the server sends which question sets are answered. */
  isKnown: boolean;
}

function LastResult({ last, isEmpty, isKnown }: LastResultProps) {
  if (!last || !isAnswered(last)) {
    const isUnanswered = last ? last.submitCount === 0 : isKnown;
    return (
      <Text size="sm" c="dimmed">
        {isEmpty ? '問題はまだありません' : isUnanswered && 'まだ解いていません'}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed">
      {resultWords(last)}
      {last.pending && (
        <span className={`${classes.pending} pill tone-wait`}>
          {last.pending === 'provisional' ? '仮採点' : '送信待ち'}
        </span>
      )}
    </Text>
  );
}

export function QuestionSetList({ lesson }: { lesson: Pick<Lesson, 'questionSets'> }) {
  const progress = useOwnProgress();
  const queryClient = useQueryClient();
  const { questionSets = [] } = lesson;
  const isKnown = progress.courses.every((course) => course.questionSets);
  const ids = questionSets.map(({ id }) => id).join(' ');
  // Prefetch question sets after the first render, so that the lesson's text does not wait for them.
  useEffect(() => {
    for (const id of ids.split(' ').filter(Boolean)) prefetchQuestionSet(queryClient, id);
  }, [queryClient, ids]);
  if (questionSets.length === 0) return null;
  return (
    <section aria-labelledby="question-sets">
      <h2 id="question-sets" className={classes.heading}>
        問題集
      </h2>
      {questionSets.map(({ id, title, questionCount }) => {
        const last = questionSetProgressOf(progress, id);
        const isAnswered = last?.lastSubmittedAt !== undefined;
        return (
          <Paper key={id} radius="lg" p="md" withBorder className={`${classes.card} row gap-12 bg-surface shadow`}>
            <div className="flex-1 min-w-14em">
              <Text fw={700}>
                {title}
                {questionCount !== undefined && `（${questionCount}問）`}
              </Text>
              <LastResult last={last} isEmpty={questionCount === 0} isKnown={isKnown} />
            </div>
            <div className={`${classes.links} flex wrap gap-8`}>
              {isAnswered && (
                <LinkButton
                  to="/question/review/$questionSetId"
                  params={{ questionSetId: id }}
                  variant="subtle"
                  aria-label={`${title}の解答と解説`}
                >
                  解答と解説
                </LinkButton>
              )}
              {questionCount !== 0 && (
                <LinkButton
                  to="/question/solve/$questionSetId"
                  params={{ questionSetId: id }}
                  variant="light"
                  aria-label={`${title}の問題を解く`}
                >
                  問題を解く
                </LinkButton>
              )}
            </div>
          </Paper>
        );
      })}
    </section>
  );
}
