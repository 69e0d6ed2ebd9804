/** The card 復習 (review) on home: how many questions are due, with a link to them. */
import { Card, Text } from '@mantine/core';

import { useReviewClock, useSpacedReviews } from '@/device/spaced-reviews';
import { LinkButton } from '@/ui/LinkButton';

import { comingReviewWords } from './spaced-review-words';

import classes from './SpacedReviewCard.module.css';

export function SpacedReviewCard() {
  const reviews = useSpacedReviews();
  const clock = useReviewClock();
  const count = reviews?.due.length ?? 0;
  return (
    <Card component="section" aria-labelledby="spaced-review" className={classes.card}>
      <div className="min-w-0">
        <h2 id="spaced-review" className="m-0 text-xl">
          復習
        </h2>
        <Text size="sm" c="dimmed">
          {count > 0
            ? `前回まちがえた問題が${count}問あります`
            : ((reviews && comingReviewWords(reviews.items, clock())) ?? 'いま復習する問題はありません')}
        </Text>
      </div>
      {count > 0 && (
        <LinkButton to="/review" variant="light">
          始める
        </LinkButton>
      )}
    </Card>
  );
}
