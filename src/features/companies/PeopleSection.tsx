/** A table of people with its states of loading and failing. */
import { Button, Skeleton, Text } from '@mantine/core';

import { EmptyState } from '@/ui/EmptyState';

import { PeopleTable, type PeopleTableProps } from './PeopleTable';

import '@mantine/core/styles/Skeleton.layer.css';

export interface PeopleSectionProps extends Omit<PeopleTableProps, 'empty'> {
  isPending: boolean;
  isError: boolean;
  onRetry: () => void;
}

export function PeopleSection({ isPending, isError, onRetry, ...table }: PeopleSectionProps) {
  if (isPending) return <Skeleton height={420} radius="lg" role="status" aria-label="利用者を読み込んでいます" />;
  if (isError) {
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
  return <PeopleTable {...table} empty={<EmptyState title="利用者はまだいません" />} />;
}
