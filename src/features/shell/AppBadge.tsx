/** The number on the app's icon: what waits to be sent, and what is to be reviewed. */
import { useAppBadge } from '@/device/badge';
import { useDueSpacedReviewCount } from '@/device/spaced-reviews';
import { useSyncState } from '@/queries/queue';

export function AppBadge() {
  const waiting = useSyncState()?.waiting;
  const due = useDueSpacedReviewCount();
  useAppBadge(waiting === undefined || due === undefined ? waiting : waiting + due);
  return null;
}
