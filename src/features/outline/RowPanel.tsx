/** A row's pencil, and what it opens below the row. */
import { ActionIcon } from '@mantine/core';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';

import { IconPencil } from '@/ui/edit-icons';

import classes from './RowPanel.module.css';

export interface PencilProps {
  /** The row's thing, e.g. 「ターミナルに慣れる」. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

/** The focus that was in a form goes back when that has closed; whoever went on elsewhere meanwhile keeps theirs. */
export function takeFocusOfForm(button: HTMLButtonElement | null): void {
  if (document.activeElement === document.body) button?.focus();
}

function useFocusOfPanel(isOpen: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (wasOpen.current && !isOpen) takeFocusOfForm(button.current);
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}

export function Pencil({ name, isOpen, onToggle }: PencilProps) {
  return (
    <ActionIcon
      ref={useFocusOfPanel(isOpen)}
      aria-label={`「${name}」を編集`}
      title="編集"
      aria-expanded={isOpen}
      onClick={onToggle}
    >
      <IconPencil size={20} aria-hidden />
    </ActionIcon>
  );
}

export function RowPanel({ children }: { children: ReactNode }) {
  return <div className={classes.panel}>{children}</div>;
}
