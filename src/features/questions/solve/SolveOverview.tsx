/**
 * The overview of all questions before 提出 (submit): answered, unanswered, marked for later (あとで見る); pressing one opens
 * it.
 */
import IconChevronRight from '~icons/chevron-right';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconCircleDashed from '~icons/circle-dashed';
import IconFlagFilled from '~icons/flag-filled';

import type { Question } from '@/api/question-sets';
import type { QuestionState } from '@/features/questions/player/QuestionHead';
import { QuestionList } from '@/features/questions/player/QuestionList';

import classes from './SolveOverview.module.css';

export interface SolveOverviewProps {
  questions: readonly Question[];
  states: readonly QuestionState[];
  /** Opens a question by its number, from 1. */
  onOpen: (number: number) => void;
}

/** Names the unanswered questions, e.g. 「問2、問4が未解答です。」 */
export function unansweredWords(states: readonly QuestionState[]): string {
  const open = states.flatMap(({ isAnswered }, index) => (isAnswered ? [] : [`問${index + 1}`]));
  return open.length === 0 ? 'すべての問題に解答しました。' : `${open.join('、')}が未解答です。`;
}

function StateWords({ isAnswered = false, isFlagged = false }: Partial<QuestionState>) {
  return (
    <>
      <span
        className={`${classes.state} grid flex-none justify-items-end c-muted text-80`}
        data-open={!isAnswered || undefined}
      >
        {isAnswered ? '解答済み' : '未解答'}
        {isFlagged && (
          <span className={`${classes.flag} inline-flex items-center c-wait bold`}>
            <IconFlagFilled size={14} aria-hidden />
            あとで見る
          </span>
        )}
      </span>
      <IconChevronRight size={18} className="c-muted" aria-hidden />
    </>
  );
}

export function SolveOverview({ questions, states, onOpen }: SolveOverviewProps) {
  const answered = states.filter(({ isAnswered }) => isAnswered).length;
  return (
    <section className="grid gap-12 min-w-0" aria-labelledby="solve-overview">
      <h2 id="solve-overview" className={`${classes.heading} m-0 text-115`} tabIndex={-1} data-question-title>
        提出前の確認
      </h2>
      <p
        className={`${classes.summary} m-0 rounded-12 edge c-ok semibold`}
        data-open={answered < states.length || undefined}
      >
        {answered} / {states.length} 問に解答・{unansweredWords(states)}
      </p>
      <QuestionList
        questions={questions}
        onOpen={onOpen}
        renderBefore={(index) =>
          states[index]?.isAnswered ? (
            <IconCircleCheckFilled size={22} className="c-ok" aria-hidden />
          ) : (
            <IconCircleDashed size={22} className="c-muted" aria-hidden />
          )
        }
        renderAfter={(_, index) => <StateWords {...states[index]} />}
      />
    </section>
  );
}
