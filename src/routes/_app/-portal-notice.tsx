/**
 * The notice that a gateway (captive portal, sign-in proxy, HTTP Basic) answers instead of the server, with the steps
 * that may help.
 */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { BASIC_AUTH_WORDS, PORTAL_HINT } from '@/api/network/errors';
import type { Gateway } from '@/api/network/server-answer';
import { useCanInterrupt } from '@/features/shell/use-can-interrupt';
import { offersNetworkLogin } from '@/queries/reachability';
import { askToSignIn } from '@/queries/sign-in-again';
import { BottomNotice } from '@/ui/notices/BottomNotice';
import { NetworkLoginLink } from '@/ui/notices/NetworkLoginLink';

export function PortalNotice({ gateway }: { gateway: Gateway }) {
  const [isPutOff, setPutOff] = useState(false);
  const canInterrupt = useCanInterrupt();
  if (isPutOff || !canInterrupt) return null;
  const steps = (
    <>
      {offersNetworkLogin(gateway) && <NetworkLoginLink />}
      {gateway === 'refusal' && (
        <Button variant="default" onClick={() => void askToSignIn()}>
          ログイン
        </Button>
      )}
    </>
  );
  return (
    <BottomNotice title="サーバーにつながりません" action={steps} onLater={() => setPutOff(true)}>
      {gateway === 'basic-auth' ? BASIC_AUTH_WORDS : PORTAL_HINT}
      学習の記録はこの端末に残り、つながると自動で送信します。
    </BottomNotice>
  );
}
