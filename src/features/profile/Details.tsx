/** A disclosure (`<details>`) for secondary content: a chart's table, a course's results. */
import { VisuallyHidden } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './Details.module.css';

export interface DetailsProps {
  summary: ReactNode;
  /** True to open the disclosure at first. */
  isOpen?: boolean;
  /** What the content belongs to, read out before the summary. */
  label?: string;
  onOpen?: () => void;
  children: ReactNode;
}

export function Details({ summary, isOpen, label, onOpen, children }: DetailsProps) {
  return (
    <details
      className={classes.details}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) onOpen?.();
      }}
    >
      <summary>
        {label && <VisuallyHidden>「{label}」の</VisuallyHidden>}
        <span>{summary}</span>
      </summary>
      {children}
    </details>
  );
}
