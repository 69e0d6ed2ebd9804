/** A disclosure (`<details>`) for secondary content: a chart's table, a course's results. */
import { VisuallyHidden } from '@mantine/core';
import { type ReactNode, useState } from 'react';

import classes from './Details.module.css';

export interface DetailsProps {
  summary: ReactNode;
  /** True to open the disclosure at first. */
  isOpen?: boolean;
  /** The name of the object that the content belongs to; screen readers read it before the summary. */
  label?: string;
  /** The content is rendered when the disclosure is first opened, because a person may have hundreds of courses. */
  children: ReactNode;
}

export function Details({ summary, isOpen = false, label, children }: DetailsProps) {
  const [wasOpened, setOpened] = useState(isOpen);
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
