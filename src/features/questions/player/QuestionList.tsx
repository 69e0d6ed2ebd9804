/** All questions of a set, each a row to press: overview before 提出, and result. */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Question } from '@/api/question-sets';

import { plainText } from './plain-text';

import classes from './QuestionList.module.css';

export interface QuestionListProps {
  questions: readonly Question[];
  /** Opens a question, from 1. */
  onOpen: (number: number) => void;
  /** Rendered before the text; `index` from 0. */
  renderBefore?: (index: number) => ReactNode;
  /** Rendered after the text. */
  renderAfter: (question: Question, index: number) => ReactNode;
}

export function QuestionList({ questions, onOpen, renderBefore, renderAfter }: QuestionListProps) {
  return (
    <ol className={classes.list}>
      {questions.map((question, index) => (
        <li key={question.id}>
          <UnstyledButton className={classes.row} onClick={() => onOpen(index + 1)}>
            {renderBefore?.(index)}
            <span className={classes.words}>
              <span className={classes.number}>問{index + 1}</span>
              <span className={classes.body} data-opening>
                {plainText(question.body)}
              </span>
            </span>
            {renderAfter(question, index)}
          </UnstyledButton>
        </li>
      ))}
    </ol>
  );
}
