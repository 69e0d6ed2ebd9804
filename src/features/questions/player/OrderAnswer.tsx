/** A question whose choices are put in order: by buttons at once, and by dragging as soon as that is loaded. */
import {
  type ComponentType,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';

import type { Choice, Question } from '@/api/question-sets';
import type { AnswerValue } from '@/study/answer-sheet';

import type { OrderDragProps } from './OrderDrag';
import { OrderRow } from './OrderRow';

import classes from './OrderAnswer.module.css';

export interface OrderAnswerProps {
  question: Question;
  answer: AnswerValue | undefined;
  onAnswer: (answer: AnswerValue) => void;
  /** The id of the question's text. */
  labelId: string;
}

/** The choices in the order chosen so far, else as they are served. */
export function orderedChoices(question: Question, choiceIds: readonly string[] | undefined): Choice[] {
  const placeOf = new Map((choiceIds ?? []).map((id, index) => [id, index]));
  return [...question.choices].sort((a, b) => (placeOf.get(a.id) ?? Infinity) - (placeOf.get(b.id) ?? Infinity) || 0);
}

/** The ids after one of them has moved. */
export function moveId(ids: readonly string[], from: number, to: number): string[] {
  const moved = ids[from];
  if (moved === undefined || to < 0 || to >= ids.length) return [...ids];
  const others = ids.filter((_, index) => index !== from);
  return [...others.slice(0, to), moved, ...others.slice(to)];
}

/** Dragging is a chunk of its own; the buttons stand alone until it is there, and where it cannot be had. */
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
 * Dragging remounts the rows, so the focus is restored to the same choice's button.
 *
 * @returns for the first rows; how they go is where they tell who has the focus.
 */
function useKeptFocus(list: RefObject<HTMLOListElement | null>, ids: readonly string[], isDraggable: boolean) {
  const focused = useRef<{ id: string; fromLast: number }>(undefined);
  const refocus = useEffectEvent(() => {
    if (!focused.current) return;
    const { id, fromLast } = focused.current;
    // Before the two buttons of a row its handle has come.
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

export function OrderAnswer({ question, answer, onAnswer, labelId }: OrderAnswerProps) {
  const list = useRef<HTMLOListElement>(null);
  const Drag = useOrderDrag();
  const [announcement, setAnnouncement] = useState('');
  const choices = orderedChoices(question, answer?.choiceIds);
  const ids = choices.map(({ id }) => id);
  const keepFocus = useKeptFocus(list, ids, Drag !== undefined);
  const move = (from: number, to: number) => onAnswer({ choiceIds: moveId(ids, from, to) });
  // Dragging announces itself.
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
      <ol ref={list} className={classes.list} aria-labelledby={labelId}>
        {Drag ? (
          <Drag rows={rows} onMove={move} />
        ) : (
          rows.map((row) => <OrderRow key={row.choice.id} surface={{ ref: keepFocus(row.choice.id) }} {...row} />)
        )}
      </ol>
      <p className={classes.note}>
        {isMoved ? 'この順番で解答します。' : 'まだ解答していません。1つでも動かすと、その順番が解答になります。'}
      </p>
      <p className={classes.announcement} role="status">
        {announcement}
      </p>
    </>
  );
}
