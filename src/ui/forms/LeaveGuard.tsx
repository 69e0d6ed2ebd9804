/** Asks for confirmation before unsaved changes are lost: by navigation, the Back button, or closing the tab. */
import { Button, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

import { mayHoldPage, useUnsavedWork } from './unsaved-work';

import '@mantine/core/styles/ModalBase.layer.css';
import '@mantine/core/styles/Modal.layer.css';
import '@mantine/core/styles/Overlay.layer.css';

/** Returns whether the unsaved values stay on the screen at another path, so that no question is needed. */
export type IsKeptAt = (pathname: string) => boolean;

export interface LeaveGuardProps {
  /** The name of the unsaved work; shown when several forms are unsaved. */
  name?: string;
  /** Returns whether there are unsaved changes; called at the moment of leaving. */
  isDirty: () => boolean;
  /** The consequence of leaving, e.g. that a draft stays on the device. */
  consequence?: string;
  /** False if leaving loses nothing that was typed: the button is then not red. */
  isLoss?: boolean;
  /** True to guard changes of the search parameters (?by=), too. */
  coversSearch?: boolean;
  isKeptAt?: IsKeptAt;
}

/** The consequence of leaving a form whose values are stored as a draft. */
export const keptAsDraft = {
  consequence: '書きかけはこの端末に残り、次に開いたときに復元できます。',
  isLoss: false,
} as const;

interface Place {
  pathname: string;
  search: object;
}

/**
 * Returns whether a navigation leaves the form: another path, a switch to the preview, or, with `coversSearch`, other
 * search parameters.
 */
function isLeft(current: Place, next: Place, coversSearch: boolean): boolean {
  if (current.pathname !== next.pathname || 'preview' in current.search !== 'preview' in next.search) return true;
  return coversSearch && JSON.stringify(current.search) !== JSON.stringify(next.search);
}

/** A navigation from one place to another. */
interface Move {
  current: Place;
  next: Place;
}

/** The function of a mounted leave guard: returns its warning if it blocks a navigation, else undefined. */
type Holder = (move: Move) => { name?: string; consequence: string; isLoss: boolean } | undefined;

/** All mounted leave guards, in mount order. One of them asks the user on behalf of all. */
const holders = new Set<Holder>();
const holdersOf = (move: Move) => [...holders].filter((holder) => holder(move));

function describeHolders(move: Move): { lines: string[]; isLoss: boolean } {
  const held = [...holders].flatMap((holder) => holder(move) ?? []);
  const names = held.flatMap(({ name }) => (name === undefined ? [] : `「${name}」`));
  const lines = held.map(({ consequence }) => consequence);
  if (names.length > 1) lines.unshift(`${names.join('と')}にあります。`);
  return { lines: [...new Set(lines)], isLoss: held.some(({ isLoss }) => isLoss) };
}

/** Registers a leave guard while it is mounted. @returns whether this guard is the one that asks about a navigation. */
function useHolder({
  name,
  isDirty,
  consequence = '保存していない変更は失われます。',
  isLoss = true,
  coversSearch = false,
  isKeptAt,
}: LeaveGuardProps): (move: Move) => boolean {
  const latest = useRef<Holder>(() => undefined);
  useEffect(() => {
    latest.current = ({ current, next }) =>
      isLeft(current, next, coversSearch) && !isKeptAt?.(next.pathname) && isDirty()
        ? { name, consequence, isLoss }
        : undefined;
  });
  const holder = useRef<Holder>((move) => latest.current(move));
  useEffect(() => {
    const { current } = holder;
    holders.add(current);
    return () => void holders.delete(current);
  }, []);
  return (move) => holdersOf(move)[0] === holder.current;
}

export function LeaveGuard(props: LeaveGuardProps) {
  const { isDirty } = props;
  useUnsavedWork(isDirty());
  const asks = useHolder(props);
  const blocker = useBlocker({
    shouldBlockFn: asks,
    enableBeforeUnload: () => mayHoldPage() && isDirty(),
    withResolver: true,
  });
  const { lines, isLoss } =
    blocker.status === 'blocked' ? describeHolders(blocker) : { lines: [], isLoss: props.isLoss ?? true };
  return (
    <Modal
      opened={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      title="保存していない変更があります"
      closeButtonProps={{ 'aria-label': '閉じる' }}
      centered
    >
      <Stack>
        {lines.map((line) => (
          <Text key={line}>{line}</Text>
        ))}
        <Button data-autofocus variant="default" onClick={() => blocker.reset?.()}>
          キャンセル
        </Button>
        <Button variant="light" color={isLoss ? 'red' : undefined} onClick={() => blocker.proceed?.()}>
          保存せずに移動
        </Button>
      </Stack>
    </Modal>
  );
}
