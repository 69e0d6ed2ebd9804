/** これまでの結果 (earlier results): all submits of a question set, newest first; the best one and the shown one are marked. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { type Try, useOwnTries } from '@/queries/submit-history';
import { formatDateTime } from '@/ui/formats';

import classes from './Tries.module.css';

export interface TriesProps {
  questionSetId: string;
  /** When the submit on the screen was submitted, ISO 8601. */
  answeredAt: string;
}

/** The number of submits shown before 「すべて表示」 (show all) is pressed. */
const FIRST = 5;

function scoreWords({ result, vouching }: Try): string {
  if (result) return `${result.score} / ${result.maxScore} 問正解`;
  return vouching === 'waiting' ? '送信待ち' : '記録なし';
}

export function Tries({ questionSetId, answeredAt }: TriesProps) {
  const tries = useOwnTries(questionSetId);
  const [isWhole, setWhole] = useState(false);
  // Don't list a single submit, because the screen already shows its result.
  if (tries.length < 2) return null;
  const shown = isWhole ? tries : tries.slice(0, FIRST);
  return (
    <section aria-labelledby="tries" className={classes.tries}>
      <h2 id="tries" className={classes.heading}>
        これまでの結果（{tries.length}回）
      </h2>
      <ol className={classes.list} reversed start={tries.length}>
        {shown.map((one) => (
          <li key={one.studiedAt} className={classes.row}>
            <span className={classes.score}>{scoreWords(one)}</span>
            <span className={classes.marks}>
              {one.isBest && <span className={classes.best}>最高</span>}
              {Date.parse(one.studiedAt) === Date.parse(answeredAt) && <span>今回</span>}
            </span>
            <time dateTime={one.studiedAt}>{formatDateTime(one.studiedAt)}</time>
          </li>
        ))}
      </ol>
      {shown.length < tries.length && (
        <Button variant="subtle" onClick={() => setWhole(true)}>
          すべて表示（{tries.length}回）
        </Button>
      )}
    </section>
  );
}
