/** The title of a question set; small, because learners read the question below it. */
import { Link } from '@tanstack/react-router';

import type { QuestionSet } from '@/api/question-sets';
import { useCan } from '@/queries/me';
import { formatDay } from '@/ui/formats';
import { PageTitle } from '@/ui/PageTitle';

import classes from './QuestionSetTitle.module.css';

export interface QuestionSetTitleProps {
  questionSet: QuestionSet;
  /** Words after the title, e.g. 「の結果」 ("result of …"). */
  suffix?: string;
}

export function QuestionSetTitle({ questionSet: { id, title, cachedAt }, suffix = '' }: QuestionSetTitleProps) {
  const canSeeStats = useCan('question-stats.read') && suffix === '';
  return (
    <div className={classes.title}>
      <PageTitle>
        {title}
        {suffix}
      </PageTitle>
      {cachedAt && <p className="m-2-0-0 c-muted text-xs">端末の保存 {formatDay(cachedAt)}</p>}
      {canSeeStats && (
        <p className={`${classes.stats} m-2-0-0 text-sm`}>
          <Link to="/question-stats/$questionSetId" params={{ questionSetId: id }}>
            問題の分析
          </Link>
        </p>
      )}
    </div>
  );
}
