/**
 * The line above a question: its number and the total, its type, あとで見る (mark for later), and a bar of all questions.
 */
import { Button } from '@mantine/core';
import IconFlag from '~icons/flag';
import IconFlagFilled from '~icons/flag-filled';

import type { Question } from '@/api/question-sets';
import { typeNames } from '@/study/question-type-names';

import classes from './QuestionHead.module.css';

export interface QuestionState {
  isAnswered: boolean;
  isFlagged: boolean;
}

export interface QuestionHeadProps {
  /** From 1. */
  number: number;
  question: Question;
  /** The state of each question, in the set's order. */
  states: readonly QuestionState[];
  onFlag: () => void;
}

export function QuestionHead({ number, question, states, onFlag }: QuestionHeadProps) {
  const isFlagged = states[number - 1]?.isFlagged ?? false;
  return (
    <div className="grid gap-2">
      <div className={`${classes.row} row justify-between gap-8`}>
        <p className="m-0 c-muted text-sm">
          {number} / {states.length} 問・{typeNames[question.type]}
        </p>
        <Button
          className={`${classes.flag} min-w-44 touch c-muted`}
          data-flagged={isFlagged || undefined}
          variant="subtle"
          size="compact-md"
          aria-pressed={isFlagged}
          leftSection={isFlagged ? <IconFlagFilled size={18} aria-hidden /> : <IconFlag size={18} aria-hidden />}
          onClick={onFlag}
        >
          あとで見る
        </Button>
      </div>
      <div className={`${classes.segments} flex gap-4`} data-many={states.length > 24 || undefined} aria-hidden>
        {states.map(({ isAnswered, isFlagged: isMarked }, index) => (
          <i
            key={index}
            data-state={isMarked ? 'flagged' : isAnswered ? 'answered' : 'open'}
            data-current={index + 1 === number || undefined}
          />
        ))}
      </div>
    </div>
  );
}
