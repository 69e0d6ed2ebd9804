/** The title of a question set: small, because the question is what is read. */
import type { QuestionSet } from '@/api/question-sets';
import { formatDay } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';

import classes from './QuestionSetTitle.module.css';

export interface QuestionSetTitleProps {
  questionSet: QuestionSet;
  /** What follows the title, e.g. 「の結果」. */
  suffix?: string;
}

export function QuestionSetTitle({ questionSet: { title, cachedAt }, suffix = '' }: QuestionSetTitleProps) {
  return (
    <div className={classes.title}>
      <PageTitle>
        {title}
        {suffix}
      </PageTitle>
      {cachedAt && <p className={classes.copy}>端末の保存 {formatDay(cachedAt)}</p>}
    </div>
  );
}
