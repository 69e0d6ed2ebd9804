/** Why the list of files cannot be shown, and もう一度. */
import { Button } from '@mantine/core';

import { ApiError, NetworkError } from '@/api/errors';
import { EmptyState } from '@/ui/EmptyState';

function describe(error: Error): string {
  if (error instanceof NetworkError) return '通信できないため、一覧を表示できません';
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return 'アクセスが拒否されました';
  return '一覧を表示できませんでした';
}

export interface LibraryFailureProps {
  error: Error;
  onRetry: () => void;
}

export function LibraryFailure({ error, onRetry }: LibraryFailureProps) {
  return (
    <div role="alert">
      <EmptyState title={describe(error)}>
        <Button variant="light" onClick={onRetry}>
          もう一度
        </Button>
      </EmptyState>
    </div>
  );
}
