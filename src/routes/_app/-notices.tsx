/**
 * The notices of the signed-in area, one at a time: a new version first, then a portal in front of the server, then
 * notices about this device.
 */
import { Suspense, useState } from 'react';

import { hasBadge } from '@/device/badge';
import { useAppUpdate } from '@/device/update-state';
import { UpdateNotice } from '@/features/shell/UpdateNotice';
import { useCallStates } from '@/queries/queue';
import { useGateway } from '@/queries/reachability';
import { lazyExtra } from '@/ui/lazy-extra';

const AppBadge = lazyExtra(() => import('@/features/shell/AppBadge').then((module) => module.AppBadge));
const PortalNotice = lazyExtra(() => import('./-portal-notice').then((module) => module.PortalNotice));
const DeviceNotice = lazyExtra(() => import('./-device-notice').then((module) => module.DeviceNotice));

/** Renders one notice at most. */
function BottomPlace() {
  const update = useAppUpdate();
  const [putOffUpdate, setPutOffUpdate] = useState<typeof update>();
  const gateway = useGateway();
  const hasCalls = useCallStates().length > 0;
  if (update !== 'none' && update !== putOffUpdate) {
    return <UpdateNotice update={update} onLater={() => setPutOffUpdate(update)} />;
  }
  if (gateway) return <PortalNotice gateway={gateway} />;
  return hasCalls && <DeviceNotice />;
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
