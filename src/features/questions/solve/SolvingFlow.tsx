/**
 * The flow of solving a question set: one question at a time, then the overview; the caller decides where answers are
 * stored and sent.
 */
import { type ReactNode, useRef } from 'react';

import type { Question, QuestionSet } from '@/api/question-sets';
import { chooseIn } from '@/features/questions/player/ChoiceCards';
import { FlowFooter } from '@/features/questions/player/FlowFooter';
import { QuestionHead, type QuestionState } from '@/features/questions/player/QuestionHead';
import { QuestionPlayer } from '@/features/questions/player/QuestionPlayer';
import { useSolveKeys } from '@/features/questions/player/solve-keys';
import { useFocusOnChange } from '@/features/questions/player/use-focus-on-change';
import { type AnswerSheet, type AnswerValue, answerTo, isAnswer } from '@/study/answer-sheet';

import { SolveOverview } from './SolveOverview';

import classes from './SolvingFlow.module.css';

/** The number, from 1, of the shown question, or the overview of all questions before 提出 (submit). */
export type SolvePlace = number | 'overview';

export interface SolvingFlowProps {
  questionSet: QuestionSet;
  sheet: AnswerSheet;
  place: SolvePlace;
  onPlace: (place: SolvePlace) => void;
  onAnswer: (questionId: string, answer: AnswerValue) => void;
  onFlag: (questionId: string) => void;
  onSubmit: () => void;
  isSubmitting?: boolean;
  /** The label of the submit button, in place of 提出 (submit), where nothing is submitted. */
  submitLabel?: string;
  /** Content below the question, such as a note that the answers are stored. */
  note?: ReactNode;
  /** Content below the overview, such as errors and further actions. */
  overviewNote?: ReactNode;
  /** True inside another screen: the bar is then at the end of the content instead of at the bottom of the window. */
  isEmbedded?: boolean;
}

/** The state of each question (answered or not), in order. */
function statesOf(questions: readonly Question[], sheet: AnswerSheet): QuestionState[] {
  return questions.map(({ id }) => ({
    isAnswered: isAnswer(answerTo(sheet, id)),
    isFlagged: sheet.flagged.includes(id),
  }));
}

export function SolvingFlow(props: SolvingFlowProps) {
  const { questionSet, sheet, place, onPlace, onAnswer, onFlag, onSubmit, note, overviewNote } = props;
  const { questions } = questionSet;
  const container = useRef<HTMLDivElement>(null);
  const states = statesOf(questions, sheet);
  const number = place === 'overview' ? questions.length : Math.min(place, questions.length);
  const question = place === 'overview' ? undefined : questions[number - 1];
  const goOn = () => {
    if (place !== 'overview') onPlace(number < questions.length ? number + 1 : 'overview');
  };
  const goBack = () => {
    if (place === 'overview') onPlace(questions.length);
    else if (number > 1) onPlace(number - 1);
  };
  const choose = (index: number) => {
    const choice = question?.choices[index];
    if (!question || !choice || question.type === 'order') return;
    const chosen = answerTo(sheet, question.id)?.choiceIds ?? [];
    onAnswer(question.id, { choiceIds: chooseIn(question, chosen, choice.id) });
  };
  useSolveKeys(container, { onChoose: choose, onNext: goOn, onPrevious: goBack });
  useFocusOnChange(container, place);

  return (
    <div ref={container} className={classes.flow} data-embedded={props.isEmbedded || undefined}>
      {question ? (
        <>
          <QuestionHead number={number} question={question} states={states} onFlag={() => onFlag(question.id)} />
          <QuestionPlayer
            key={question.id}
            question={question}
            number={number}
            answer={answerTo(sheet, question.id)}
            onAnswer={(answer) => onAnswer(question.id, answer)}
          />
          {note}
        </>
      ) : (
        <>
          <SolveOverview questions={questions} states={states} onOpen={onPlace} />
          {overviewNote}
        </>
      )}
      <FlowFooter
        isEmbedded={props.isEmbedded}
        onPrevious={place === 'overview' || number > 1 ? goBack : undefined}
        previousLabel={place === 'overview' ? '問題に戻る' : '前へ'}
        onNext={question ? goOn : onSubmit}
        nextLabel={question ? (number < questions.length ? '次へ' : '確認へ') : (props.submitLabel ?? '提出する')}
        isWorking={props.isSubmitting}
      />
    </div>
  );
}
