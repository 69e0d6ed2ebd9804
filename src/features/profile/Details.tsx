/** A disclosure (`<details>`) for secondary content: a chart's table, a course's results. */
import type { ReactNode } from 'react';

import classes from './Details.module.css';

export interface DetailsProps {
  summary: ReactNode;
  /** Open at first. */
  isOpen?: boolean;
  children: ReactNode;
}

export function Details({ summary, isOpen, children }: DetailsProps) {
  return (
    <details className={classes.details} open={isOpen}>
      <summary>{summary}</summary>
      {children}
    </details>
  );
}
