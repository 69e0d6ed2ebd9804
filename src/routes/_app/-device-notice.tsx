/**
 * Notices about this device after the user has studied: queued calls at risk of loss, otherwise, on home and my page,
 * the offer to install the app.
 */
import { useState } from 'react';

import { useAskWhenInstalled, useWaitingRisk } from '@/device/protection';
import { InstallOffer } from '@/features/install/InstallOffer';
import { useCanInterrupt } from '@/features/shell/use-can-interrupt';
import { useCanOfferInstall } from '@/features/shell/use-can-offer-install';
import { WaitingNotice } from '@/features/sync/WaitingNotice';
import { useCallStates } from '@/queries/queue';

export function DeviceNotice() {
  useAskWhenInstalled();
  const risk = useWaitingRisk();
  const canInterrupt = useCanInterrupt();
  const canOfferInstall = useCanOfferInstall();
  const hasReadLesson = useCallStates().some(({ kind }) => kind === 'lesson-read');
  const [isPutOff, setPutOff] = useState(false);
  const isUrgent = risk !== undefined && risk.waiting > 0 && (risk.hasWeek || risk.isLong || risk.room !== undefined);
  if (isUrgent && !isPutOff) return canInterrupt && <WaitingNotice risk={risk} onLater={() => setPutOff(true)} />;
  return hasReadLesson && canOfferInstall && <InstallOffer />;
}
