/** The row of question numbers, marked right or wrong; pressing a number opens its question. */
import { UnstyledButton } from '@mantine/core';

import type { Question } from '@/api/question-sets';
import type { Grades } from '@/study/attempts';

import classes from './ReviewSteps.module.css';

export interface ReviewStepsProps {
  questions: readonly Question[];
  /** The numbers, from 1, of the questions to show. */
  numbers: readonly number[];
  current: number;
  grades: Grades | undefined;
  /** The verdicts by the current solution, if they differ from the grades. */
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
