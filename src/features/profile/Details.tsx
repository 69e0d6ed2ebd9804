/** A disclosure (`<details>`) for secondary content: a chart's table, a course's results. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';

import classes from './Details.module.css';

export interface DetailsProps {
  summary: ReactNode;
  /** True to open the disclosure at first. */
  isOpen?: boolean;
  /** The name of the object that the content belongs to; screen readers read it before the summary. */
  label?: string;
  /**
   * The content is rendered when the disclosure is first opened or printed, because a person may have hundreds of
   * courses.
   */
  children: ReactNode;
}

export function Details({ summary, isOpen = false, label, children }: DetailsProps) {
  const [wasOpened, setOpened] = useState(isOpen);
  useEffect(() => {
    // public/theme.js opens every disclosure for print; its `toggle` event comes too late for the paper.
    const show = () => flushSync(() => setOpened(true));
    window.addEventListener('beforeprint', show);
    return () => window.removeEventListener('beforeprint', show);
  }, []);
  return (
    <details
      className={classes.details}
      open={isOpen}
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary>
        {label && <VisuallyHidden>「{label}」の</VisuallyHidden>}
        <span>{summary}</span>
      </summary>
      {wasOpened && children}
    </details>
  );
}
