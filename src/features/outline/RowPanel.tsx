/** The panel that a row of the outline opens below itself. */
import type { ReactNode } from 'react';

import classes from './RowPanel.module.css';

export function RowPanel({ children }: { children: ReactNode }) {
  return <div className={`${classes.panel} grid one-column gap-16 border-top bg-page`}>{children}</div>;
}
