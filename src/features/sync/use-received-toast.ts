/** Says when a run of waiting calls has been received; a single press that went straight through says so itself. */
import { useEffect, useRef } from 'react';

import { replayState, type SyncState, useOwner } from '@/queries/queue';
import { showToast } from '@/ui/toast';

export function useReceivedToast(state: SyncState | undefined): void {
  const owner = useOwner();
  /** Something had to wait: when this page first looked, or since a run that did not get through. */
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
        // What is received before the page has looked had waited.
        if (received > 0 && (hasWaited.current !== false || received > 1)) {
          void showToast('success', `${received}件を送信しました`);
        }
        hasWaited.current = stoppedBy !== undefined;
      }),
    [owner],
  );
}
