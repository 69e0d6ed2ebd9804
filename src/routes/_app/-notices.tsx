/** What the signed-in area draws attention to, one thing at a time: a new version, then, on home and my page, installing. */
import { lazy, Suspense, useState } from 'react';

import { useAppUpdate } from '@/device/app-update';
import { hasBadge, useAppBadge } from '@/device/badge';
import { useDueSpacedReviewCount } from '@/device/spaced-reviews';
import { UpdateNotice } from '@/features/shell/UpdateNotice';
import { useOfferTime } from '@/features/shell/use-offer-time';
import { useCallStates, useSyncState } from '@/queries/queue';

const InstallOffer = lazy(() =>
  import('@/features/install/InstallOffer').then(({ InstallOffer: component }) => ({ default: component })),
);

export function AppNotices() {
  const update = useAppUpdate();
  const [putOffUpdate, setPutOffUpdate] = useState<typeof update>();
  const hasReadLesson = useCallStates().some(({ kind }) => kind === 'lesson-read');
  const isOfferTime = useOfferTime();
  const waiting = useSyncState()?.waiting;
  const due = useDueSpacedReviewCount(hasBadge());
  useAppBadge(waiting === undefined || due === undefined ? waiting : waiting + due);
  if (update !== 'none' && update !== putOffUpdate) {
    return <UpdateNotice update={update} onLater={() => setPutOffUpdate(update)} />;
  }
  return (
    hasReadLesson &&
    isOfferTime && (
      <Suspense>
        <InstallOffer />
      </Suspense>
    )
  );
}
