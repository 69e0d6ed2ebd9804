/** Sets the badge of the app's icon: the number of queued calls plus due reviews. */
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
