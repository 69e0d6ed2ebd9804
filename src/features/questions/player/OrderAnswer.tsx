/** A question whose choices are put in order: with buttons at once, and by dragging once that code is loaded. */
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

export interface OrderAnswerProps {
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
