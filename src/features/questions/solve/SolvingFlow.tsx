/**
 * The flow of solving a question set: one question at a time, then the overview; the caller decides where answers are
 * stored and sent.
 */
import { type ReactNode, useRef } from 'react';
import IconChevronRight from '~icons/chevron-right';
import IconCircleCheckFilled from '~icons/circle-check-filled';
import IconCircleDashed from '~icons/circle-dashed';
import IconFlagFilled from '~icons/flag-filled';

import type { Question, QuestionSet } from '@/api/question-sets';
import { chooseIn } from '@/features/questions/player/ChoiceCards';
import { FlowFooter } from '@/features/questions/player/FlowFooter';
import { QuestionHead, type QuestionState } from '@/features/questions/player/QuestionHead';
import { QuestionList } from '@/features/questions/player/QuestionList';
import { QuestionPlayer } from '@/features/questions/player/QuestionPlayer';
import { useSolveKeys } from '@/features/questions/player/solve-keys';
import { useFocusOnChange } from '@/features/questions/player/use-focus-on-change';
import { type AnswerSheet, answerTo, type AnswerValue, isAnswer } from '@/study/answer-sheet';

/**
 * The overview of all questions before 提出 (submit): answered, unanswered, marked for later (あとで見る); pressing one opens
 * it.
 */
interface SolveOverviewProps {
  questions: readonly Question[];
  states: readonly QuestionState[];
  /** Opens a question by its number, from 1. */
  onOpen: (number: number) => void;
}

/** Names the unanswered questions, e.g. 「問2、問4が未解答です。」 */
export function unansweredWords(states: readonly QuestionState[]): string {
  const open = states.flatMap(({ isAnswered }, index) => (isAnswered ? [] : [`問${index + 1}`]));
  return open.length === 0 ? 'すべての問題に解答しました。' : `${open.join('、')}が未解答です。`;
}

function StateWords({ isAnswered = false, isFlagged = false }: Partial<QuestionState>) {
  return (
    <>
      <span className={`grid flex-none justify-items-end text-xs ${isAnswered ? 'c-muted' : 'c-text bold'}`}>
        {isAnswered ? '解答済み' : '未解答'}
        {isFlagged && (
          <span className="inline-flex items-center gap-4 c-wait bold">
            <IconFlagFilled size={14} aria-hidden />
            あとで見る
          </span>
        )}
      </span>
      <IconChevronRight size={18} className="c-muted" aria-hidden />
    </>
  );
}

function SolveOverview({ questions, states, onOpen }: SolveOverviewProps) {
  const answered = states.filter(({ isAnswered }) => isAnswered).length;
  return (
    <section className="grid gap-12 min-w-0" aria-labelledby="solve-overview">
      <h2 id="solve-overview" className="m-0 text-xl" tabIndex={-1} data-question-title>
        提出前の確認
      </h2>
      <p className={`m-0 p-12-16 rounded-md edge semibold ${answered < states.length ? 'tone-wait' : 'tone-ok'}`}>
        {answered} / {states.length} 問に解答・{unansweredWords(states)}
      </p>
      <QuestionList
        questions={questions}
        onOpen={onOpen}
        renderBefore={(index) =>
          states[index]?.isAnswered ? (
            <IconCircleCheckFilled size={22} className="c-ok" aria-hidden />
          ) : (
            <IconCircleDashed size={22} className="c-muted" aria-hidden />
          )
        }
        renderAfter={(_, index) => <StateWords {...states[index]} />}
      />
    </section>
  );
}

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
    <div ref={container} className={`grid gap-16 max-w-720 min-w-0 ${props.isEmbedded ? '' : 'footer-room'}`}>
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
