/** Says when a run of waiting calls has been received; a single press that went straight through says so itself. */
import { useEffect } from 'react';

import { useOwner } from '@/queries/queue';
import { hearAllNews } from '@/storage/news';
import { showToast } from '@/ui/toast';

export function useReceivedToast(): void {
  const owner = useOwner();
  useEffect(() => {
    // What waited before this page looked counts as waiting, too.
    let hasWaited = true;
    return hearAllNews((news) => {
      if (news.type !== 'replay-state' || news.owner !== owner || news.sending || !news.outcome) return;
      const { received, stoppedBy } = news.outcome;
      if (received > 0 && (hasWaited || received > 1)) void showToast('success', `${received}件を送信しました`);
      hasWaited = stoppedBy !== undefined;
    });
  }, [owner]);
}
