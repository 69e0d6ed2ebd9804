/** Says when a run of waiting calls has been received; a single press that went straight through says so itself. */
import { useEffect } from 'react';

import { replayState, useOwner } from '@/queries/queue';
import { showToast } from '@/ui/toast';

export function useReceivedToast(): void {
  const owner = useOwner();
  useEffect(() => {
    // What waited before this page looked counts as waiting, too.
    let hasWaited = true;
    return replayState.subscribe((state) => {
      if (state.owner !== owner || state.sending || !state.outcome) return;
      const { received, stoppedBy } = state.outcome;
      if (received > 0 && (hasWaited || received > 1)) void showToast('success', `${received}件を送信しました`);
      hasWaited = stoppedBy !== undefined;
    });
  }, [owner]);
}
