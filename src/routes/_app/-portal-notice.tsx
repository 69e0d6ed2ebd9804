/** The notice that a captive portal or a sign-in proxy answers instead of the server, with the link to its sign-in. */
import { useState } from 'react';

import { PORTAL_HINT } from '@/api/errors';
import { useCanInterrupt } from '@/features/shell/use-can-interrupt';
import { BottomNotice } from '@/ui/BottomNotice';
import { NetworkLoginLink } from '@/ui/NetworkLoginLink';

export function PortalNotice() {
  const [isPutOff, setPutOff] = useState(false);
  const canInterrupt = useCanInterrupt();
  if (isPutOff || !canInterrupt) return null;
  return (
    <BottomNotice title="サーバーにつながりません" action={<NetworkLoginLink />} onLater={() => setPutOff(true)}>
      {PORTAL_HINT}学習の記録はこの端末に残り、つながると自動で送信します。
    </BottomNotice>
  );
}
