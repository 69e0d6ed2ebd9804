/** What is drawn attention to where somebody has studied: that what waits is at risk, then, on home and my page, installing. */
import { useState } from 'react';

import { useAskWhenInstalled, useWaitingRisk } from '@/device/protection';
import { InstallOffer } from '@/features/install/InstallOffer';
import { useCalm } from '@/features/shell/use-calm';
import { useOfferTime } from '@/features/shell/use-offer-time';
import { WaitingNotice } from '@/features/sync/WaitingNotice';
import { useCallStates } from '@/queries/queue';

export function DeviceNotice() {
  useAskWhenInstalled();
  const risk = useWaitingRisk();
  const isCalm = useCalm();
  const isOfferTime = useOfferTime();
  const hasReadLesson = useCallStates().some(({ kind }) => kind === 'lesson-read');
  const [isPutOff, setPutOff] = useState(false);
  const isUrgent = risk !== undefined && risk.waiting > 0 && (risk.hasWeek || risk.isLong || risk.room !== undefined);
  if (isUrgent && !isPutOff) return isCalm && <WaitingNotice risk={risk} onLater={() => setPutOff(true)} />;
  return hasReadLesson && isOfferTime && <InstallOffer />;
}
