/** One row of a question whose choices are put in order: the choice's place, its text, and the buttons that move it. */
import { ActionIcon } from '@mantine/core';
import type { ComponentPropsWithRef, ReactNode } from 'react';
import IconArrowDown from '~icons/arrow-down';
import IconArrowUp from '~icons/arrow-up';
import IconGripVertical from '~icons/grip-vertical';

import type { Choice } from '@/api/question-sets';
import { atEdge } from '@/ui/display/at-edge';

import { QuestionText } from './QuestionText';

import classes from './OrderAnswer.module.css';

export interface OrderRowData {
  choice: Choice;
  /** From 0. */
  index: number;
  count: number;
  onMove: (to: number) => void;
}

export interface OrderRowProps extends OrderRowData {
  /** The handle for dragging by keyboard; undefined where rows cannot be dragged. */
  handle?: ReactNode;
  /** The props of the row element that dragging needs: listeners, ref and position. */
  surface?: ComponentPropsWithRef<'li'>;
  isDragged?: boolean;
}

/** The drag handle's content, with the choice's place, from 1. */
export function OrderMark({ place }: { place: number }) {
  return (
    <>
      <IconGripVertical size={16} aria-hidden />
      <span className="center flex-none size-28 round bg-tint edge c-primary text-sm bold leading-100" aria-hidden>
        {place}
      </span>
    </>
  );
}

export function OrderRow({ choice, index, count, onMove, handle, surface, isDragged }: OrderRowProps) {
  const place = index + 1;
  return (
    <li
      {...surface}
      className={`${classes.row} border-thick rounded-md row gap-6 bg-surface`}
      data-dragged={isDragged || undefined}
    >
      {handle ?? (
        <span className={classes.handle} aria-hidden>
          <OrderMark place={place} />
        </span>
      )}
      <div className={classes.words}>
        <QuestionText text={choice.body} />
      </div>
      <div className={`${classes.buttons} flex flex-none gap-6`}>
        <ActionIcon
          variant="default"
          {...atEdge(index === 0)}
          onClick={() => index > 0 && onMove(index - 1)}
          aria-label={`${place}番目を上へ`}
        >
          <IconArrowUp size={20} aria-hidden />
        </ActionIcon>
        <ActionIcon
          variant="default"
          {...atEdge(place === count)}
          onClick={() => place < count && onMove(index + 1)}
          aria-label={`${place}番目を下へ`}
        >
          <IconArrowDown size={20} aria-hidden />
        </ActionIcon>
      </div>
    </li>
  );
}
