/**
 * Shows a toast when the server has received queued calls. A single call that was sent at once gets no toast, because its own screen
 * confirms it.
 */
import { useEffect, useRef } from 'react';

import { replayState, type SyncState, useOwner } from '@/queries/queue';
import { showToast } from '@/ui/toast';

export function useReceivedToast(state: SyncState | undefined): void {
  const owner = useOwner();
  /** True if calls had to wait: they were queued when the page started, or the last attempt to send the queue stopped early. */
  const hasWaited = useRef<boolean>(undefined);
  useEffect(() => {
    if (state) hasWaited.current ??= state.waiting > 0;
  }, [state]);
  useEffect(
    () =>
      replayState.subscribe((run) => {
        if (run.owner !== owner || run.sending || !run.outcome) return;
        const { received, stoppedBy, words } = run.outcome;
        if (words) void showToast('info', words);
        // Calls that the server received before the page had read the queue are treated as calls that had to wait.
        if (received > 0 && (hasWaited.current !== false || received > 1)) {
          void showToast('success', `${received}件を送信しました`);
        }
        hasWaited.current = stoppedBy !== undefined;
      }),
    [owner],
  );
}
