/** A table of people with its states of loading and failing. */
import { Button, Skeleton, Text } from '@mantine/core';

import { EmptyState } from '@/ui/EmptyState';

import { PeopleTable, type PeopleTableProps } from './PeopleTable';
import type { People } from './use-people';

import classes from './PeopleTable.module.css';
import '@mantine/core/styles/Skeleton.layer.css';

export interface PeopleSectionProps extends Omit<PeopleTableProps, 'empty'> {
  asked: People;
}

function Loading({ arrivals }: Pick<People, 'arrivals'>) {
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

export function PeopleSection({ asked, ...table }: PeopleSectionProps) {
  const { isPending, isError, arrivals, retry } = asked;
  if (isPending) return <Loading arrivals={arrivals} />;
  if (isError) {
    return (
      <EmptyState title="利用者を読み込めませんでした">
        <Text size="sm" c="dimmed">
          利用者の一覧は、つながっているときだけ見られます。
        </Text>
        <Button variant="default" onClick={retry}>
          もう一度
        </Button>
      </EmptyState>
    );
  }
  return <PeopleTable {...table} empty={<EmptyState title="利用者はまだいません" />} />;
}
