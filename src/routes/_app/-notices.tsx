/** What the signed-in area draws attention to, one thing at a time: a new version, then, on home and my page, installing. */
import { lazy, Suspense, useState } from 'react';

import { useAppUpdate } from '@/device/app-update';
import { hasBadge } from '@/device/badge';
import { UpdateNotice } from '@/features/shell/UpdateNotice';
import { useOfferTime } from '@/features/shell/use-offer-time';
import { useCallStates } from '@/queries/queue';

const AppBadge = lazy(() => import('@/features/shell/AppBadge').then((module) => ({ default: module.AppBadge })));
const InstallOffer = lazy(() =>
  import('@/features/install/InstallOffer').then((module) => ({ default: module.InstallOffer })),
);

/** One thing to say, or nothing. */
function BottomPlace() {
  const update = useAppUpdate();
  const [putOffUpdate, setPutOffUpdate] = useState<typeof update>();
  const hasReadLesson = useCallStates().some(({ kind }) => kind === 'lesson-read');
  const isOfferTime = useOfferTime();
  if (update !== 'none' && update !== putOffUpdate) {
    return <UpdateNotice update={update} onLater={() => setPutOffUpdate(update)} />;
  }
  return hasReadLesson && isOfferTime && <InstallOffer />;
}

export function AppNotices() {
  return (
    <>
      <Suspense>
        <BottomPlace />
      </Suspense>
      <Suspense>{hasBadge() && <AppBadge />}</Suspense>
    </>
  );
}
