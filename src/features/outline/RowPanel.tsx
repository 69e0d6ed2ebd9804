/** A row's edit button and the panel it opens below the row. */
import { ActionIcon } from '@mantine/core';
import type { ReactNode } from 'react';

import { IconPencil } from '@/ui/edit-icons';
import { useFocusOfForm } from '@/ui/form-focus';

import classes from './RowPanel.module.css';

export interface PencilProps {
  /** The row's title, e.g. 「ターミナルに慣れる」. */
  name: string;
  isOpen: boolean;
  onToggle: () => void;
}

export function Pencil({ name, isOpen, onToggle }: PencilProps) {
  return (
    <ActionIcon
      ref={useFocusOfForm(isOpen)}
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
