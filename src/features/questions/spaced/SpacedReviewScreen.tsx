/**
 * 復習 (spaced review): questions answered wrong last time, across courses, until they have been answered right often
 * enough.
 */
import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { type StoredRound, useRoundKeeper, useStoredRound } from '@/device/review-round';
import { useReviewClock, useSpacedReviews } from '@/device/spaced-reviews';
import { screens } from '@/session/screens';
import type { SpacedReviewItem } from '@/study/spaced-review-schedule';
import { EmptyState } from '@/ui/EmptyState';
import { LinkButton } from '@/ui/LinkButton';
import { PageTitle } from '@/ui/PageTitle';
import { ScreenSkeleton } from '@/ui/ScreenSkeleton';

import { missingWords, RoundScore } from './RoundScore';
import { comingReviewWords, WHY_SPACED } from './spaced-review-words';
import { resumedFrom, type RoundResult, SpacedReviewRound } from './SpacedReviewRound';

/** The maximum number of questions per round; the remaining ones are offered at its end. */
const MOST_IN_A_ROUND = 20;

interface RoundEndProps {
  result: RoundResult;
  items: readonly SpacedReviewItem[];
  due: readonly SpacedReviewItem[];
  onGoOn: () => void;
}

/** Says how many questions are due again on which day, and why. */
function Coming({ items, ta }: { items: readonly SpacedReviewItem[]; ta?: 'center' }) {
  const clock = useReviewClock();
  const words = comingReviewWords(items, clock());
  return (
    <div>
      {words && (
        <Text ta={ta} fw={700}>
          {words}
        </Text>
      )}
      <Text size="sm" c="dimmed" ta={ta}>
        {WHY_SPACED}
      </Text>
    </div>
  );
}

function RoundEnd({ result, items, due, onGoOn }: RoundEndProps) {
  const canGoOn = due.length > result.missing;
  return (
    <div className="grid gap-16 max-w-720">
      <RoundScore result={result} note="復習の記録はこの端末にだけ残り、成績には入りません。" />
      {result.missing > 0 && <Text>{missingWords(result.missing)}</Text>}
      {items.length > 0 && <Coming items={items} />}
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
      {items.length > 0 ? (
        <Coming items={items} ta="center" />
      ) : (
        <Text size="sm" c="dimmed" ta="center">
          問題を解いてまちがえると、その問題がここで復習できるようになります。
        </Text>
      )}
      <LinkButton to="/courses" variant="light">
        コースを見る
      </LinkButton>
    </EmptyState>
  );
}

interface RoundsProps {
  items: readonly SpacedReviewItem[];
  due: readonly SpacedReviewItem[];
  /** The unfinished round that was stored before a reload; null if there is none. */
  stored: StoredRound | null;
}

/** Shows review rounds one after another; the questions of a round are fixed when it begins. */
function Rounds({ items, due, stored }: RoundsProps) {
  const [resumed, setResumed] = useState(() => (stored ? resumedFrom(stored, items) : undefined));
  const [chosen, setChosen] = useState<readonly SpacedReviewItem[]>(() =>
    resumed ? [...new Set(resumed.queue)] : due.slice(0, MOST_IN_A_ROUND),
  );
  const { forget } = useRoundKeeper('review');
  const [round, setRound] = useState(0);
  const [result, setResult] = useState<RoundResult>();
  const goOn = () => {
    setChosen(due.slice(0, MOST_IN_A_ROUND));
    setResult(undefined);
    setResumed(undefined);
    setRound(round + 1);
  };
  // The round has no questions: none was due when the screen was opened, or none of a stored round exists any more.
  // Start a round if questions are due now.
  if (chosen.length === 0 && due.length > 0) goOn();
  if (chosen.length === 0) return <NothingDue items={items} />;
  if (result) return <RoundEnd result={result} items={items} due={due} onGoOn={goOn} />;
  const handleEnd = (ended: RoundResult) => {
    forget();
    setResult(ended);
  };
  return <SpacedReviewRound key={round} name="review" items={chosen} resumed={resumed} onEnd={handleEnd} />;
}

export function SpacedReviewScreen() {
  const reviews = useSpacedReviews();
  const stored = useStoredRound('review');
  return (
    <Stack gap="md">
      <PageTitle>{screens['/_app/review'].title}</PageTitle>
      {reviews && stored !== undefined ? <Rounds {...reviews} stored={stored} /> : <ScreenSkeleton shape="text" />}
    </Stack>
  );
}
