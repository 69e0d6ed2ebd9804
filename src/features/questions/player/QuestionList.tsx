/**
 * The list of all questions of a set, with one pressable row each: used by the overview before 提出 (submit) and by the
 * result.
 */
import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Question } from '@/api/question-sets';

import { plainText } from './plain-text';

import classes from './QuestionList.module.css';

export interface QuestionListProps {
  questions: readonly Question[];
  /** Opens a question by its number, from 1. */
  onOpen: (number: number) => void;
  /** Renders content before a question's text; `index` counts from 0. */
  renderBefore?: (index: number) => ReactNode;
  /** Renders content after a question's text; `index` counts from 0. */
  renderAfter: (question: Question, index: number) => ReactNode;
}

export function QuestionList({ questions, onOpen, renderBefore, renderAfter }: QuestionListProps) {
  return (
    <ol className="plain-list divided grid overflow-hidden border rounded-lg bg-surface">
      {questions.map((question, index) => (
        <li key={question.id}>
          <UnstyledButton
            className={`${classes.row} hover-tint row gap-8 w-full p-8-16`}
            onClick={() => onOpen(index + 1)}
          >
            {renderBefore?.(index)}
            <span className="grid flex-1 min-w-0">
              <span className="c-muted text-xs">問{index + 1}</span>
              <span className="two-lines leading-150" data-opening>
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
