/** The solution of a question: the learner's answer, the right answer, and the explanation. */
import IconCheck from '~icons/check';
import IconX from '~icons/x';

import type { Choice } from '@/api/question-sets';
import { isAnswer } from '@/study/answer-sheet';

import { QuestionText } from './QuestionText';
import type { SolutionProps } from './solution';
import { VerdictMark } from './VerdictMark';

import classes from './SolutionView.module.css';

function SolutionText({ answer, solution }: SolutionProps) {
  const accepted = solution.key?.acceptedAnswers ?? [];
  return (
    <dl className={`${classes.texts} border-thick rounded-md grid m-0 bg-surface`}>
      <dt>解答</dt>
      <dd>{isAnswer(answer) ? answer?.text : solution.isAnswerUnknown ? '–' : '未解答'}</dd>
      {accepted.length > 0 && (
        <>
          <dt>正解</dt>
          <dd>{accepted.join('、')}</dd>
        </>
      )}
    </dl>
  );
}

function Solution(props: SolutionProps) {
  switch (props.question.type) {
    case 'single':
    case 'multiple':
      return <SolutionChoices {...props} />;
    case 'text':
      return <SolutionText {...props} />;
    case 'order':
      return <SolutionOrder {...props} />;
  }
}

export function SolutionView(props: SolutionProps) {
  const { question, answer, solution } = props;
  const known = new Set(question.choices.map(({ id }) => id));
  const hasLostChoices = (answer?.choiceIds ?? []).some((id) => !known.has(id));
  return (
    <div className="grid gap-16 min-w-0">
      <p className="m-0">
        <VerdictMark
          correct={solution.correct}
          correctToday={solution.correctToday}
          isGraded={solution.isGraded}
          isAnswered={solution.isAnswerUnknown ? undefined : isAnswer(answer)}
        />
      </p>
      <Solution {...props} />
      {hasLostChoices && <p className="m-0 c-muted text-sm">選んだ選択肢の一部は、問題の更新でなくなりました。</p>}
      {solution.key && solution.key.explanation.trim() !== '' && (
        <div className={`${classes.explanation} grid gap-6 bg-tint`}>
          <h3 className="m-0 c-muted text-sm">解説</h3>
          <QuestionText text={solution.key.explanation} />
        </div>
      )}
    </div>
  );
}

type ChoiceState = 'right' | 'wrong' | 'missed' | 'chosen' | 'plain';

function stateOf(isChosen: boolean, isCorrect: boolean | undefined): ChoiceState {
  if (isCorrect === undefined) return isChosen ? 'chosen' : 'plain';
  if (isCorrect) return isChosen ? 'right' : 'missed';
  return isChosen ? 'wrong' : 'plain';
}

const stateWords = {
  right: '選んだ解答・正解',
  wrong: '選んだ解答',
  missed: '正解',
  chosen: '選んだ解答',
  plain: undefined,
} satisfies Record<ChoiceState, string | undefined>;

/** The choices of an answered question: which were chosen, which are right. */
function SolutionChoices({ question, answer, solution }: SolutionProps) {
  const correctIds = solution.key?.correctChoiceIds;
  return (
    <ol className="plain-list grid gap-8">
      {question.choices.map((choice, index) => {
        const state = stateOf(answer?.choiceIds?.includes(choice.id) ?? false, correctIds?.includes(choice.id));
        return (
          <li
            key={choice.id}
            className={`${classes.choice} border-thick rounded-md p-12-16 flex items-start gap-12 bg-surface`}
            data-state={state}
          >
            <span
              className={`${classes.badge} center flex-none size-28 rounded-sm bg-track edge c-text text-sm bold leading-100`}
              aria-hidden
            >
              {state === 'right' || state === 'missed' ? (
                <IconCheck size={18} />
              ) : state === 'wrong' ? (
                <IconX size={18} />
              ) : (
                index + 1
              )}
            </span>
            <div className="flex-1 min-w-0">
              <QuestionText text={choice.body} />
              {stateWords[state] && (
                <span className={`${classes.tag} inline-flex items-center gap-4 c-muted text-xs bold`}>
                  {stateWords[state]}
                </span>
              )}
            </div>
          </li>
        );
      })}
    </ol>
  );
}

interface OrderListProps {
  choices: readonly Choice[];
  /** The ids in the right order; undefined to mark nothing. */
  correctIds?: readonly string[];
}

function OrderList({ choices, correctIds }: OrderListProps) {
  return (
    <ol className="plain-list grid gap-8">
      {choices.map((choice, index) => {
        const isRight = correctIds?.[index] === choice.id;
        return (
          <li
            key={choice.id}
            className={`${classes.choice} border-thick rounded-md p-12-16 flex items-start gap-12 bg-surface`}
            data-state={correctIds && (isRight ? 'right' : 'wrong')}
          >
            <span
              className={`${classes.badge} center flex-none size-28 rounded-sm bg-track edge c-text text-sm bold leading-100`}
              aria-hidden
            >
              {index + 1}
            </span>
            <div className="flex-1 min-w-0">
              <QuestionText text={choice.body} />
              {correctIds && (
                <span className={`${classes.tag} inline-flex items-center gap-4 c-muted text-xs bold`}>
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

/** The solution of an order question: the learner's order with each place marked, and the right order. */
function SolutionOrder({ question, answer, solution }: SolutionProps) {
  const choiceOf = new Map(question.choices.map((choice) => [choice.id, choice]));
  const pick = (ids: readonly string[] | undefined) => (ids ?? []).flatMap((id) => choiceOf.get(id) ?? []);
  const own = pick(answer?.choiceIds);
  const correctIds = solution.key?.correctOrder;
  const isRightOrder = solution.correct === true && own.length > 0;
  return (
    <>
      {own.length > 0 && (
        <div className="grid gap-8">
          <h3 className="m-0 c-muted text-sm">解答した順番</h3>
          <OrderList choices={own} correctIds={correctIds} />
        </div>
      )}
      {correctIds && !isRightOrder && (
        <div className="grid gap-8">
          <h3 className="m-0 c-muted text-sm">正しい順番</h3>
          <OrderList choices={pick(correctIds)} />
        </div>
      )}
    </>
  );
}
