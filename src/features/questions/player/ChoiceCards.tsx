/** The choices of a question as cards: one or several of them can be chosen. */
import { useId } from 'react';

import type { Choice, Question } from '@/api/question-sets';
import type { AnswerValue } from '@/study/answer-sheet';
import { useKeyHint } from '@/ui/display/display-settings';

import { QuestionText } from './QuestionText';

import classes from './ChoiceCards.module.css';

export interface ChoiceCardsProps {
  question: Question;
  answer: AnswerValue | undefined;
  onAnswer: (answer: AnswerValue) => void;
  /** The id of the element with the question's text. */
  labelId: string;
}

/** Returns the chosen choices after a press on one, in the question's order. */
export function chooseIn(question: Question, chosenIds: readonly string[], choiceId: string): string[] {
  if (question.type !== 'multiple') return [choiceId];
  const isChosen = (id: string) => (id === choiceId ? !chosenIds.includes(id) : chosenIds.includes(id));
  return question.choices.map(({ id }) => id).filter(isChosen);
}

interface ChoiceCardProps {
  choice: Choice;
  /** From 1. */
  number: number;
  type: 'radio' | 'checkbox';
  name: string;
  isChosen: boolean;
  onChoose: () => void;
}

function ChoiceCard({ choice, number, type, name, isChosen, onChoose }: ChoiceCardProps) {
  return (
    <label
      className={`${classes.card} border-thick hover-edge rounded-md relative flex items-start gap-12 bg-surface pointer`}
      data-chosen={isChosen || undefined}
    >
      <input
        className={classes.input}
        type={type}
        name={name}
        checked={isChosen}
        onChange={onChoose}
        aria-keyshortcuts={useKeyHint(number <= 9 ? String(number) : undefined)}
      />
      <span
        className={`${classes.badge} border-thick size-28 center flex-none bg-page c-muted text-sm bold leading-100`}
        aria-hidden
      >
        {number}
      </span>
      <div className={`${classes.words} flex-1 min-w-0`}>
        <QuestionText text={choice.body} />
      </div>
    </label>
  );
}

export function ChoiceCards({ question, answer, onAnswer, labelId }: ChoiceCardsProps) {
  const name = useId();
  const chosenIds = answer?.choiceIds ?? [];
  const isSingle = question.type === 'single';
  return (
    <div className="grid gap-12" role={isSingle ? 'radiogroup' : 'group'} aria-labelledby={labelId}>
      {question.choices.map((choice, index) => (
        <ChoiceCard
          key={choice.id}
          choice={choice}
          number={index + 1}
          type={isSingle ? 'radio' : 'checkbox'}
          name={name}
          isChosen={chosenIds.includes(choice.id)}
          onChoose={() => onAnswer({ choiceIds: chooseIn(question, chosenIds, choice.id) })}
        />
      ))}
    </div>
  );
}
