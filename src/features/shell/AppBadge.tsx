/** The number on the app's icon: what waits to be sent, and what is to be reviewed. */
import { useAppBadge } from '@/device/badge';
import { useBadgeState } from '@/device/badge-permission';
import { useDueSpacedReviewCount } from '@/device/spaced-reviews';
import { useSyncState } from '@/queries/queue';

export function AppBadge() {
  const isOn = useBadgeState() === 'on';
  const waiting = useSyncState()?.waiting;
  const due = useDueSpacedReviewCount();
  const count = waiting === undefined || due === undefined ? waiting : waiting + due;
  useAppBadge(isOn ? count : undefined);
  return null;
}
