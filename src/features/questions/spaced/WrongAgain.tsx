/**
 * まちがえた問題だけ解き直す (retry wrong answers only): a round of the questions that were answered wrong in an attempt; it takes
 * place on this device, and nothing is submitted.
 */
import { Button, Group, Text } from '@mantine/core';
import { useState } from 'react';

import type { QuestionSet } from '@/api/question-sets';
import { type StoredRound, useRoundKeeper, useStoredRound } from '@/device/review-round';
import { useReviewRecords } from '@/device/spaced-reviews';
import type { Attempt } from '@/study/attempts';
import { type SpacedReviewItem, wrongItems } from '@/study/spaced-review-schedule';
import { EmptyState } from '@/ui/EmptyState';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { missingWords, RoundScore } from './RoundScore';
import { resumedFrom, type RoundResult, SpacedReviewRound } from './SpacedReviewRound';

export interface WrongAgainProps {
  questionSet: QuestionSet;
  /** The attempt's answers; they must be graded, otherwise no question counts as wrong. */
  attempt: Attempt;
  closeLabel: string;
  onClose: () => void;
}

interface WrongRoundProps extends WrongAgainProps {
  items: readonly SpacedReviewItem[];
  /** The unfinished round that was stored before a reload; null if there is none. */
  stored: StoredRound | null;
}

function WrongRound({ questionSet, attempt, items: found, stored, closeLabel, onClose }: WrongRoundProps) {
  const name = `wrong|${questionSet.id}` as const;
  // Keep the list of questions unchanged during the round, because each answer changes the records from which the list
  // is computed.
  const [items] = useState(found);
  const [resumed] = useState(() =>
    stored && stored.at > Date.parse(attempt.answeredAt) ? resumedFrom(stored, found) : undefined,
  );
  const { forget } = useRoundKeeper(name);
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<RoundResult>();
  const handleEnd = (ended: RoundResult) => {
    forget();
    if (ended.correct.size > 0 || ended.missing > 0) setResult(ended);
    else onClose();
  };
  if (!result) {
    const place = round === 0 ? resumed : undefined;
    return <SpacedReviewRound key={round} name={name} items={items} resumed={place} onEnd={handleEnd} />;
  }
  return (
    <div className="grid gap-16 max-w-720">
      <RoundScore result={result} note="解き直しは練習です。提出した結果は変わりません。" />
      {result.missing > 0 && <Text>{missingWords(result.missing)}</Text>}
      <Group>
        <Button onClick={onClose}>{closeLabel}</Button>
        <Button
          variant="default"
          onClick={() => {
            setResult(undefined);
            setRound(round + 1);
          }}
        >
          もう一度解き直す
        </Button>
      </Group>
    </div>
  );
}

export function WrongAgain(props: WrongAgainProps) {
  const { questionSet, attempt, closeLabel, onClose } = props;
  const records = useReviewRecords();
  const stored = useStoredRound(`wrong|${questionSet.id}`);
  if (!records || stored === undefined) return <ScreenSkeleton shape="text" />;
  const items = wrongItems(questionSet, attempt, records);
  if (items.length === 0) {
    return (
      <EmptyState title="まちがえた問題はありません">
        <Button variant="light" onClick={onClose}>
          {closeLabel}
        </Button>
      </EmptyState>
    );
  }
  return <WrongRound {...props} items={items} stored={stored} />;
}
