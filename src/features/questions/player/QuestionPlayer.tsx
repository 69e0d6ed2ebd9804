/**
 * Shows one question: for answering, or read-only with the given answer and, where a solution is passed, the right one.
 */
import { TextInput } from '@mantine/core';
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import type { Choice, Question, QuestionType } from '@/api/question-sets';
import { MAX_ANSWER_LENGTH } from '@/api/submits';
import type { AnswerValue } from '@/study/answer-sheet';

import { ChoiceCards, type ChoiceCardsProps } from './ChoiceCards';
import type { OrderDragProps } from './OrderDrag';
import { OrderRow } from './OrderRow';
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

interface OrderAnswerProps {
  question: Question;
  answer: AnswerValue | undefined;
  onAnswer: (answer: AnswerValue) => void;
  /** The id of the element with the question's text. */
  labelId: string;
}

/** Returns the choices in the order that the learner has chosen so far, else in the question's order. */
export function orderedChoices(question: Question, choiceIds: readonly string[] | undefined): Choice[] {
  const placeOf = new Map((choiceIds ?? []).map((id, index) => [id, index]));
  return [...question.choices].sort((a, b) => (placeOf.get(a.id) ?? Infinity) - (placeOf.get(b.id) ?? Infinity) || 0);
}

/** Returns the ids after the id at index `from` has been moved to index `to`. */
export function moveId(ids: readonly string[], from: number, to: number): string[] {
  const moved = ids[from];
  if (moved === undefined || to < 0 || to >= ids.length) return [...ids];
  const others = ids.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Dragging is loaded as a separate chunk; until then, or if loading fails, only the buttons work. */
function useOrderDrag(): ComponentType<OrderDragProps> | undefined {
  const [loaded, setLoaded] = useState<{ component: ComponentType<OrderDragProps> }>();
  useEffect(() => {
    void import('./OrderDrag').then(
      ({ OrderDrag }) => setLoaded({ component: OrderDrag }),
      () => undefined,
    );
  }, []);
  return loaded?.component;
}

const buttonsOf = (row: Element | undefined) => [...(row?.querySelectorAll('button') ?? [])];

/**
 * Keeps the focus when the code for dragging arrives and remounts the rows: focuses the same choice's button again.
 *
 * @returns a ref for the rows before; when they unmount, it records which button has the focus.
 */
function useKeptFocus(list: RefObject<HTMLOListElement | null>, ids: readonly string[], isDraggable: boolean) {
  const focused = useRef<{ id: string; fromLast: number }>(undefined);
  const refocus = useEffectEvent(() => {
    if (!focused.current) return;
    const { id, fromLast } = focused.current;
    // Count from the last button, because the new row may have a drag handle before its two buttons.
    buttonsOf(list.current?.children[ids.indexOf(id)]).at(-fromLast)?.focus();
  });
  useLayoutEffect(() => refocus(), [isDraggable]);
  return (id: string) => (row: HTMLLIElement) => () => {
    const buttons = buttonsOf(row);
    const place = buttons.findIndex((button) => button === document.activeElement);
    if (place >= 0) focused.current = { id, fromLast: buttons.length - place };
    else if (focused.current?.id === id) focused.current = undefined;
  };
}

/** A question whose choices are put in order: with buttons at once, and by dragging once that code is loaded. */
export function OrderAnswer({ question, answer, onAnswer, labelId }: OrderAnswerProps) {
  const list = useRef<HTMLOListElement>(null);
  const Drag = useOrderDrag();
  const [announcement, setAnnouncement] = useState('');
  const choices = orderedChoices(question, answer?.choiceIds);
  const ids = choices.map(({ id }) => id);
  const keepFocus = useKeptFocus(list, ids, Drag !== undefined);
  const move = (from: number, to: number) => onAnswer({ choiceIds: moveId(ids, from, to) });
  // Announce moves by button to screen readers; dragging makes its own announcements.
  const moveByButton = (from: number, to: number) => {
    move(from, to);
    setAnnouncement(`${from + 1}番目を${to + 1}番目に動かしました。`);
  };
  const rows = choices.map((choice, index) => ({
    choice,
    index,
    count: choices.length,
    onMove: (to: number) => moveByButton(index, to),
  }));
  const isMoved = answer?.choiceIds !== undefined;
  return (
    <>
      <ol ref={list} className="plain-list inline-container grid gap-8" aria-labelledby={labelId}>
        {Drag ? (
          <Drag rows={rows} onMove={move} />
        ) : (
          rows.map((row) => <OrderRow key={row.choice.id} surface={{ ref: keepFocus(row.choice.id) }} {...row} />)
        )}
      </ol>
      <p className="m-0 c-muted text-sm">
        {isMoved ? 'この順番で解答します。' : 'まだ解答していません。1つでも動かすと、その順番が解答になります。'}
      </p>
      <p className="visually-hidden m-0" role="status">
        {announcement}
      </p>
    </>
  );
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
