/** The title of a screen: its only h1, which gets the focus on every path change. */
import type { ReactNode } from 'react';

import classes from './PageTitle.module.css';

export interface PageTitleProps {
  children: ReactNode;
  /** The colour of the background: 'dark' for a dark band; default 'light' (specification §2). */
  theme?: 'light' | 'dark';
  /** Buttons beside the title. */
  actions?: ReactNode;
}

export function PageTitle({ children, theme = 'light', actions }: PageTitleProps) {
  return (
    <div className={`${classes.row} row wrap`} data-theme={theme}>
      <h1 className={classes.title} tabIndex={-1}>
        {children}
      </h1>
      {actions}
    </div>
  );
}
