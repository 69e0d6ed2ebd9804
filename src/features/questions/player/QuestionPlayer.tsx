/**
 * Shows one question: for answering, or read-only with the given answer and, where a solution is passed, the right one.
 */
import { TextInput } from '@mantine/core';
import { useId } from 'react';

import type { Question, QuestionType } from '@/api/question-sets';
import { MAX_ANSWER_LENGTH } from '@/api/submits';
import type { AnswerValue } from '@/study/answer-sheet';

import { ChoiceCards, type ChoiceCardsProps } from './ChoiceCards';
import { OrderAnswer } from './OrderAnswer';
import { QuestionText } from './QuestionText';
import type { QuestionSolution } from './solution';
import { SolutionView } from './SolutionView';

import classes from './QuestionPlayer.module.css';

/** The instruction shown for each question type. */
const typeHints = {
  single: undefined,
  multiple: 'あてはまるものをすべて選んでください。',
  text: undefined,
  order: '上から順になるように並べ替えてください。',
} satisfies Record<QuestionType, string | undefined>;

export interface QuestionPlayerProps {
  question: Question;
  /** The place of the question in the set, from 1. */
  number: number;
  answer: AnswerValue | undefined;
  /** Called with each change of the answer; without it the question is read-only. */
  onAnswer?: (answer: AnswerValue) => void;
  /** The result and the right answer; with a solution the question is read-only. */
  solution?: QuestionSolution;
}

function AnswerInput(props: ChoiceCardsProps) {
  switch (props.question.type) {
    case 'single':
    case 'multiple':
      return <ChoiceCards {...props} />;
    case 'text':
      return <TextAnswer {...props} />;
    case 'order':
      return <OrderAnswer {...props} />;
  }
}

export function QuestionPlayer({ question, number, answer, onAnswer, solution }: QuestionPlayerProps) {
  const id = useId();
  const isOpen = onAnswer !== undefined && solution === undefined;
  const hint = typeHints[question.type];
  return (
    <section className="grid gap-16 min-w-0" aria-labelledby={`${id}-number`}>
      {/* Focus comes here with each question, so that it is read out. */}
      <h2 id={`${id}-number`} className="visually-hidden m-0" tabIndex={-1} data-question-title>
        問{number}
      </h2>
      <div id={`${id}-body`} className={`${classes.body} min-w-0`}>
        <QuestionText text={question.body} />
      </div>
      {isOpen && hint && <p className={classes.hint}>{hint}</p>}
      {isOpen ? (
        <AnswerInput question={question} answer={answer} onAnswer={onAnswer} labelId={`${id}-body`} />
      ) : (
        <SolutionView question={question} answer={answer} solution={solution ?? {}} />
      )}
    </section>
  );
}

/** The text field of a question that is answered in words. */
interface TextAnswerProps {
  answer: AnswerValue | undefined;
  onAnswer: (answer: AnswerValue) => void;
  /** The id of the element with the question's text. */
  labelId: string;
}

function TextAnswer({ answer, onAnswer, labelId }: TextAnswerProps) {
  return (
    <TextInput
      label="解答"
      description="大文字と小文字、全角と半角、横線や引用符の種類、空白の数のちがいは採点に影響しません。"
      aria-describedby={labelId}
      value={answer?.text ?? ''}
      onChange={(event) => onAnswer({ text: event.currentTarget.value })}
      maxLength={MAX_ANSWER_LENGTH}
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      enterKeyHint="next"
    />
  );
}
