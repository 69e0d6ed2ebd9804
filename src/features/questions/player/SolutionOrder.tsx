/** The solution of an order question: the learner's order with each place marked, and the right order. */
import type { Choice } from '@/api/question-sets';
import { IconCheck } from '@/ui/icons';
import { IconX } from '@/ui/question-icons';

import { QuestionText } from './QuestionText';
import type { SolutionProps } from './solution';

import classes from './SolutionView.module.css';

interface OrderListProps {
  choices: readonly Choice[];
  /** The ids in the right order; undefined to mark nothing. */
  correctIds?: readonly string[];
}

function OrderList({ choices, correctIds }: OrderListProps) {
  return (
    <ol className={classes.choices}>
      {choices.map((choice, index) => {
        const isRight = correctIds?.[index] === choice.id;
        return (
          <li key={choice.id} className={classes.choice} data-state={correctIds && (isRight ? 'right' : 'wrong')}>
            <span className={classes.badge} aria-hidden>
              {index + 1}
            </span>
            <div className={classes.words}>
              <QuestionText text={choice.body} />
              {correctIds && (
                <span className={classes.tag}>
                  {isRight ? <IconCheck size={14} aria-hidden /> : <IconX size={14} aria-hidden />}
                  {isRight ? '合っています' : '位置がちがいます'}
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

export function SolutionOrder({ question, answer, solution }: SolutionProps) {
  const choiceOf = new Map(question.choices.map((choice) => [choice.id, choice]));
  const pick = (ids: readonly string[] | undefined) => (ids ?? []).flatMap((id) => choiceOf.get(id) ?? []);
  const own = pick(answer?.choiceIds);
  const correctIds = solution.key?.correctOrder;
  const isRightOrder = solution.correct === true && own.length > 0;
  return (
    <>
      {own.length > 0 && (
        <div className={classes.order}>
          <h3 className={classes.heading}>解答した順番</h3>
          <OrderList choices={own} correctIds={correctIds} />
        </div>
      )}
      {correctIds && !isRightOrder && (
        <div className={classes.order}>
          <h3 className={classes.heading}>正しい順番</h3>
          <OrderList choices={pick(correctIds)} />
        </div>
      )}
    </>
  );
}
