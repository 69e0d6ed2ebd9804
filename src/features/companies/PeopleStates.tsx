/** Shown in place of a table of people: while it loads, when loading failed, and when it is empty. */
import { Button, Skeleton, Text } from '@mantine/core';

import { EmptyState } from '@/ui/EmptyState';

import type { People } from './use-people';

import classes from './PeopleTable.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

export function PeopleLoading({ arrivals }: Partial<Pick<People, 'arrivals'>>) {
  return (
    <div className={classes.loading}>
      <Text size="sm" c="dimmed" role="status">
        利用者を読み込んでいます
        {arrivals && `（${arrivals.count} / ${arrivals.total}名）`}
      </Text>
      <Skeleton height={420} radius="lg" aria-hidden />
    </div>
  );
}

export function PeopleFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <EmptyState title="利用者を読み込めませんでした">
      <Text size="sm" c="dimmed">
        利用者の一覧は、つながっているときだけ見られます。
      </Text>
      <Button variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </EmptyState>
  );
}

export const noPeople = <EmptyState title="利用者はまだいません" />;
