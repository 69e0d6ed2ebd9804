/** The choices of an answered question: which were chosen, which are right. */
import { IconCheck } from '@/ui/icons';
import { IconX } from '@/ui/question-icons';

import { QuestionText } from './QuestionText';
import type { SolutionProps } from './solution';

import classes from './SolutionView.module.css';

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

export function SolutionChoices({ question, answer, solution }: SolutionProps) {
  const correctIds = solution.key?.correctChoiceIds;
  return (
    <ol className={classes.choices}>
      {question.choices.map((choice, index) => {
        const state = stateOf(answer?.choiceIds?.includes(choice.id) ?? false, correctIds?.includes(choice.id));
        return (
          <li key={choice.id} className={classes.choice} data-state={state}>
            <span className={classes.badge} aria-hidden>
              {state === 'right' || state === 'missed' ? (
                <IconCheck size={18} />
              ) : state === 'wrong' ? (
                <IconX size={18} />
              ) : (
                index + 1
              )}
            </span>
            <div className={classes.words}>
              <QuestionText text={choice.body} />
              {stateWords[state] && <span className={classes.tag}>{stateWords[state]}</span>}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
