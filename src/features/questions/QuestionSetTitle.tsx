/** The title of a question set: small, because the question is what is read. */
import type { ReactNode } from 'react';

import { PageTitle } from '@/ui/PageTitle';

import classes from './QuestionSetTitle.module.css';

export function QuestionSetTitle({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={classes.title}>
      <PageTitle actions={actions}>{children}</PageTitle>
    </div>
  );
}
