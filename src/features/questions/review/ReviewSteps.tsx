/** The questions by their numbers, right or wrong; pressing one opens it. */
import { UnstyledButton } from '@mantine/core';

import type { Question } from '@/api/question-sets';
import type { Grades } from '@/study/attempts';

import classes from './ReviewSteps.module.css';

export interface ReviewStepsProps {
  questions: readonly Question[];
  /** The numbers to show, from 1. */
  numbers: readonly number[];
  current: number;
  grades: Grades | undefined;
  onOpen: (number: number) => void;
}

const words = { right: '正解', wrong: 'まちがい', open: '' };

export function ReviewSteps({ questions, numbers, current, grades, onOpen }: ReviewStepsProps) {
  const correctOf = new Map(grades?.results.map(({ questionId, correct }) => [questionId, correct]));
  return (
    <nav aria-label="問題の一覧">
      <ol className={classes.steps}>
        {numbers.map((number) => {
          const correct = correctOf.get(questions[number - 1]?.id ?? '');
          const state = correct === undefined ? 'open' : correct ? 'right' : 'wrong';
          return (
            <li key={number}>
              <UnstyledButton
                className={classes.step}
                data-state={state}
                aria-current={number === current ? 'step' : undefined}
                aria-label={`問${number} ${words[state]}`.trim()}
                onClick={() => onOpen(number)}
              >
                {number}
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
