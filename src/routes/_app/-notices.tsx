/** What the signed-in area draws attention to, one thing at a time: a new version, then the home screen. */
import { lazy, Suspense, useState } from 'react';

import { useAppUpdate } from '@/device/app-update';
import { hasBadge, useAppBadge } from '@/device/badge';
import { useInstallOffer } from '@/device/install';
import { useDueSpacedReviewCount } from '@/device/spaced-reviews';
import { UpdateNotice } from '@/features/shell/UpdateNotice';
import { useCalm } from '@/features/shell/use-calm';
import { useSyncState } from '@/queries/queue';

const InstallOffer = lazy(() =>
  import('@/features/install/InstallOffer').then(({ InstallOffer: component }) => ({ default: component })),
);

function CalmOffer({ onLater }: { onLater: () => void }) {
  return useCalm() ? (
    <Suspense>
      <InstallOffer onLater={onLater} />
    </Suspense>
  ) : null;
}

export function AppNotices() {
  const update = useAppUpdate();
  const [putOffUpdate, setPutOffUpdate] = useState<typeof update>();
  const { isOffered, putOff } = useInstallOffer();
  const waiting = useSyncState()?.waiting;
  const due = useDueSpacedReviewCount(hasBadge());
  useAppBadge(waiting === undefined || due === undefined ? waiting : waiting + due);
  if (update !== 'none' && update !== putOffUpdate) {
    return <UpdateNotice update={update} onLater={() => setPutOffUpdate(update)} />;
  }
  return isOffered ? <CalmOffer onLater={putOff} /> : null;
}
