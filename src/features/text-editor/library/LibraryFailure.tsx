/** Says why the list of files, or a file, cannot be shown, with the button もう一度 (retry). */
import { Button } from '@mantine/core';

import { ApiError, NetworkError } from '@/api/network/errors';
import { EmptyState } from '@/ui/EmptyState';

function describe(error: Error, what: string): string {
  if (error instanceof NetworkError) return `通信できないため、${what}を表示できません`;
  if (error instanceof ApiError && (error.status === 401 || error.status === 403)) return 'アクセスが拒否されました';
  return `${what}を表示できませんでした`;
}

export interface LibraryFailureProps {
  what?: string;
  error: Error;
  onRetry: () => void;
}

export function LibraryFailure({ what = '一覧', error, onRetry }: LibraryFailureProps) {
  return (
    <div role="alert">
      <EmptyState title={describe(error, what)}>
        <Button variant="light" onClick={onRetry}>
          もう一度
        </Button>
      </EmptyState>
    </div>
  );
}
