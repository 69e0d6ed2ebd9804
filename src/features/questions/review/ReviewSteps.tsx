/** The questions by their numbers, right or wrong; pressing one opens it. */
import { UnstyledButton } from '@mantine/core';

import type { Question } from '@/api/question-sets';
import type { Grades } from '@/study/attempts';

import classes from './ReviewSteps.module.css';

export interface ReviewStepsProps {
  questions: readonly Question[];
  /** The numbers of the questions to show, from 1. */
  numbers: readonly number[];
  current: number;
  grades: Grades | undefined;
  /** The verdict by the present key, where it differs. */
  today: Grades | undefined;
  onOpen: (number: number) => void;
}

const words = { right: '正解', wrong: 'まちがい', open: '' };

const byQuestion = (grades: Grades | undefined) =>
  new Map(grades?.results.map(({ questionId, correct }) => [questionId, correct]));

export function ReviewSteps({ questions, numbers, current, grades, today, onOpen }: ReviewStepsProps) {
  const correctOf = byQuestion(grades);
  const correctTodayOf = byQuestion(today);
  return (
    <nav aria-label="問題の一覧">
      <ol className={classes.steps}>
        {numbers.map((number) => {
          const id = questions[number - 1]?.id ?? '';
          const correct = correctOf.get(id);
          const isContested = today !== undefined && correct !== correctTodayOf.get(id);
          const state = correct === undefined || isContested ? 'open' : correct ? 'right' : 'wrong';
          return (
            <li key={number}>
              <UnstyledButton
                className={classes.step}
                data-state={state}
                aria-current={number === current ? 'step' : undefined}
                aria-label={`問${number} ${isContested ? '正解の変更あり' : words[state]}`.trim()}
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
