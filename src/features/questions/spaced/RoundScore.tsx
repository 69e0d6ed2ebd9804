/** The score of a round of reviews: each question counts by its first answer. */
import { Card, Text } from '@mantine/core';

import { Ring } from '@/ui/charts/Ring';

import type { RoundResult } from './SpacedReviewRound';

import classes from '@/features/questions/solve/ResultSummary.module.css';

/** Shows the score of a round. @param note says how the answers affect later reviews. */
export function RoundScore({ result, note }: { result: RoundResult; note: string }) {
  const answers = [...result.correct.values()];
  const right = answers.filter((isRight) => isRight).length;
  if (answers.length === 0) return null;
  return (
    <Card className={`${classes.score} row flex-row gap-16`} role="status">
      <Ring done={right} all={answers.length} />
      <div className="grid flex-1 gap-6 justify-items-start min-w-0">
        <p className={classes.points}>
          <strong>{right}</strong> / {answers.length} 問正解
        </p>
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      </div>
    </Card>
  );
}

/** A note of how many questions could not be shown. */
export function missingWords(count: number): string {
  return `${count}問はこの端末に保存されていません。つながったときに復習できます。`;
}
