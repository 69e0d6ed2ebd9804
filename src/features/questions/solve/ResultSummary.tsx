/** The result of an attempt at a question set: the score, who graded it, and each question right or wrong. */
import { Card } from '@mantine/core';
import type { ReactNode } from 'react';

import type { Question } from '@/api/question-sets';
import type { Answer } from '@/api/submits';
import { QuestionList } from '@/features/questions/player/QuestionList';
import { VerdictMark } from '@/features/questions/player/VerdictMark';
import { isAnswer } from '@/study/answer-sheet';
import type { Grades } from '@/study/attempts';
import { Ring } from '@/ui/charts/Ring';

import classes from './ResultSummary.module.css';

export interface ResultSummaryProps {
  questions: readonly Question[];
  answers: readonly Answer[];
  /** The score; if undefined, 採点は送信後 (graded after sending) is shown. */
  grades: Grades | undefined;
  /** A note that says who graded the score, and what happens to it next. */
  badge: ReactNode;
  children?: ReactNode;
  /** Opens a question by its number, from 1. */
  onOpen: (number: number) => void;
}

export function ResultSummary({ questions, answers, grades, badge, children, onOpen }: ResultSummaryProps) {
  const correctOf = new Map(grades?.results.map(({ questionId, correct }) => [questionId, correct]));
  const answerOf = new Map(answers.map((answer) => [answer.questionId, answer]));
  return (
    <div className="grid gap-16 min-w-0">
      <Card className={`${classes.score} row flex-row gap-16`} role="status">
        {grades && <Ring done={grades.score} all={grades.maxScore} />}
        <div className="grid flex-1 gap-6 justify-items-start min-w-0">
          <p className={classes.points}>
            {grades ? (
              <>
                <strong>{grades.score}</strong> / {grades.maxScore} 問正解
              </>
            ) : (
              <strong className={classes.later}>採点は送信後</strong>
            )}
          </p>
          {badge}
        </div>
      </Card>
      {children}
      <QuestionList
        questions={questions}
        onOpen={onOpen}
        renderAfter={({ id }) => (
          <VerdictMark
            correct={correctOf.get(id)}
            isGraded={grades !== undefined}
            isAnswered={isAnswer(answerOf.get(id))}
          />
        )}
      />
    </div>
  );
}
