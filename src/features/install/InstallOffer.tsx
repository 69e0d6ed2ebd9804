/** Offers to install the app on the home screen, after the first lesson was read. */
import { Button } from '@mantine/core';
import { useState } from 'react';

import { useInstallOffer } from '@/device/install';
import { install } from '@/device/install-prompt';
import { LinkButton } from '@/ui/LinkButton';
import { BottomNotice } from '@/ui/notices/BottomNotice';

export function InstallOffer() {
  const { isOffered, canAsk, platform, putOff } = useInstallOffer();
  const [isAsking, setAsking] = useState(false);
  if (!isOffered) return null;
  const handleInstall = async () => {
    setAsking(true);
    const isAccepted = await install();
    if (!isAccepted) putOff();
  };
  return (
    <BottomNotice
      title="ホーム画面に追加しませんか"
      onLater={putOff}
      action={
        canAsk ? (
          <Button onClick={() => void handleInstall()} loading={isAsking}>
            追加する
          </Button>
        ) : (
          <LinkButton to="/mypage" hash="install" onClick={putOff}>
            追加のしかた
          </LinkButton>
        )
      }
    >
      {platform === 'ios'
        ? 'Safariのタブのままでは、7日間使わないと、送信前の学習が消えることがあります。'
        : '1回で開けて、電波のないところでもすぐに学習を続けられます。'}
    </BottomNotice>
  );
}
