/** 復習: questions answered wrong last time, across courses, until they have been right often enough. */
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { type StoredRound, useRoundKeeper, useStoredRound } from '@/device/review-round';
import { useSpacedReviews } from '@/device/spaced-reviews';
import { screens } from '@/session/screens';
import { type SpacedReviewItem, spacedReviewKey } from '@/study/spaced-review-schedule';
import { Ring } from '@/ui/charts/Ring';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { nextSpacedReviewWords } from './spaced-review-words';
import { type RoundPlace, type RoundResult, SpacedReviewRound } from './SpacedReviewRound';

import classes from './SpacedReviewRound.module.css';
import summaryClasses from '@/features/questions/solve/ResultSummary.module.css';

/** Questions per round; the rest is offered at its end. */
const MOST_IN_A_ROUND = 20;

function missingWords(count: number): string {
  return `${count}問はこの端末に保存されていません。つながったときに復習できます。`;
}

interface RoundEndProps {
  result: RoundResult;
  items: readonly SpacedReviewItem[];
  due: readonly SpacedReviewItem[];
  onGoOn: () => void;
}

function RoundEnd({ result, items, due, onGoOn }: RoundEndProps) {
  const answers = [...result.correct.values()];
  const right = answers.filter((isRight) => isRight).length;
  const canGoOn = due.length > result.missing;
  return (
    <div className={classes.roundEnd}>
      {answers.length > 0 && (
        <Card className={summaryClasses.score} role="status">
          <Ring done={right} all={answers.length} />
          <div className={summaryClasses.words}>
            <p className={summaryClasses.points}>
              <strong>{right}</strong> / {answers.length} 問正解
            </p>
            <Text size="sm" c="dimmed">
              復習の記録はこの端末にだけ残り、成績には入りません。
            </Text>
          </div>
        </Card>
      )}
      {result.missing > 0 && <Text>{missingWords(result.missing)}</Text>}
      <Text>{nextSpacedReviewWords(items, due)}</Text>
      <Group>
        {canGoOn && <Button onClick={onGoOn}>続けて復習する（{due.length - result.missing}問）</Button>}
        <LinkButton to="/" variant={canGoOn ? 'default' : 'filled'}>
          ホームに戻る
        </LinkButton>
      </Group>
    </div>
  );
}

function NothingDue({ items }: { items: readonly SpacedReviewItem[] }) {
  return (
    <EmptyState title="いま復習する問題はありません">
      <Text size="sm" c="dimmed" ta="center">
        {nextSpacedReviewWords(items, []) ?? '問題を解いてまちがえると、その問題がここで復習できるようになります。'}
      </Text>
      <LinkButton to="/courses" variant="light">
        コースを見る
      </LinkButton>
    </EmptyState>
  );
}

interface RoundsProps {
  items: readonly SpacedReviewItem[];
  due: readonly SpacedReviewItem[];
  /** What an earlier page was in the middle of. */
  stored: StoredRound | null;
}

/** A stored round with the questions that are still under review. */
function resumedFrom(stored: StoredRound, items: readonly SpacedReviewItem[]): RoundPlace {
  const known = new Map(items.map((item) => [spacedReviewKey(item), item]));
  const found = (keys: readonly string[]) => keys.flatMap((key) => known.get(key) ?? []);
  return {
    queue: found(stored.queue),
    from: found(stored.queue.slice(0, stored.from)).length,
    correct: new Map(stored.correct),
  };
}

/** Rounds one after the other; each goes on with the questions that it began with. */
function Rounds({ items, due, stored }: RoundsProps) {
  const [resumed, setResumed] = useState(() => (stored ? resumedFrom(stored, items) : undefined));
  const [chosen, setChosen] = useState<readonly SpacedReviewItem[]>(() =>
    resumed ? [...new Set(resumed.queue)] : due.slice(0, MOST_IN_A_ROUND),
  );
  const { forget } = useRoundKeeper();
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<RoundResult>();
  const goOn = () => {
    setChosen(due.slice(0, MOST_IN_A_ROUND));
    setResult(undefined);
    setResumed(undefined);
    setRound(round + 1);
  };
  // Nothing was due when this screen was opened, or nothing is left of what an earlier page was in the middle of.
  if (chosen.length === 0 && due.length > 0) goOn();
  if (chosen.length === 0) return <NothingDue items={items} />;
  if (result) return <RoundEnd result={result} items={items} due={due} onGoOn={goOn} />;
  const handleEnd = (ended: RoundResult) => {
    forget();
    setResult(ended);
  };
  return <SpacedReviewRound key={round} items={chosen} resumed={resumed} onEnd={handleEnd} />;
}

export function SpacedReviewScreen() {
  const reviews = useSpacedReviews();
  const stored = useStoredRound();
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/review'].title}</PageTitle>
      {reviews && stored !== undefined ? <Rounds {...reviews} stored={stored} /> : <ScreenSkeleton shape="text" />}
    </Stack>
  );
}
