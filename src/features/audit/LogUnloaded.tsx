/** A notice shown in place of the audit log while it loads, and when it cannot be loaded. */
import { Button, Skeleton } from '@mantine/core';

import { EmptyState } from '@/ui/EmptyState';

import '@mantine/core/styles/Skeleton.layer.css';

export interface LogUnloadedProps {
  isPending: boolean;
  onRetry: () => void;
}

export function LogUnloaded({ isPending, onRetry }: LogUnloadedProps) {
  if (isPending) return <Skeleton height={420} radius="lg" aria-hidden />;
  return (
    <EmptyState title="記録を読み込めませんでした">
      <Button variant="default" onClick={onRetry}>
        もう一度
      </Button>
    </EmptyState>
  );
}
