/** The panel that a row of the outline opens below itself. */
import type { ReactNode } from 'react';

import classes from './RowPanel.module.css';

export function RowPanel({ children }: { children: ReactNode }) {
  return <div className={classes.panel}>{children}</div>;
}
