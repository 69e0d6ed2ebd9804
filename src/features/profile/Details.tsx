/** Something that is told when it is asked for: a table beside a picture, the results of a course. */
import type { ReactNode } from 'react';

import classes from './Details.module.css';

export interface DetailsProps {
  summary: ReactNode;
  /** Open from the start. */
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
