/** 「ホーム画面に追加」 (add to home screen) on my page: the browser's install prompt if it has one, and the steps for every platform. */
import { Button, Card, Text } from '@mantine/core';
import { useState } from 'react';

import { hasBadge } from '@/device/badge';
import { useInstallState } from '@/device/install';
import type { InstallPlatform } from '@/device/install-platform';
import { install } from '@/device/install-prompt';
import { IconChevronRight, IconCircleCheck } from '@/ui/icons';

import { BadgeSetting } from './BadgeSetting';
import { installGuides } from './install-guides';
import { InstallSteps } from './InstallSteps';

import classes from './InstallHelp.module.css';

const platforms = Object.keys(installGuides) as InstallPlatform[];

function OtherGuides({ own }: { own: InstallPlatform }) {
  return (
    <div className={classes.others}>
      {platforms
        .filter((platform) => platform !== own)
        .map((platform) => (
          <details key={platform} className={classes.other}>
            <summary>
              <IconChevronRight size={18} aria-hidden />
              {installGuides[platform].name}
            </summary>
            <div className={classes.otherSteps}>
              <InstallSteps {...installGuides[platform]} />
            </div>
          </details>
        ))}
    </div>
  );
}

export function InstallHelp() {
  const { platform, isInstalled, canAsk } = useInstallState();
  const [isAsking, setAsking] = useState(false);
  const handleInstall = () => {
    setAsking(true);
    void install().finally(() => setAsking(false));
  };
  return (
    <Card component="section" aria-labelledby="install-help" id="install" className={classes.card}>
      <h2 id="install-help" className={classes.heading}>
        ホーム画面に追加
      </h2>
      {isInstalled ? (
        <>
          <p className={classes.done}>
            <IconCircleCheck size={20} aria-hidden />
            アプリとして追加済みです。
          </p>
          {hasBadge() && <BadgeSetting />}
        </>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            アプリのように1回で開けて、保存した教材や送信前の学習が消えにくくなります。
          </Text>
          {canAsk && (
            <Button onClick={handleInstall} loading={isAsking} className={classes.button}>
              この端末に追加する
            </Button>
          )}
          <h3 className={classes.platform}>{installGuides[platform].name}</h3>
          <InstallSteps {...installGuides[platform]} />
        </>
      )}
      <h3 className={classes.platform}>{isInstalled ? 'ほかの端末に追加する' : 'ほかの端末・ブラウザ'}</h3>
      <OtherGuides own={platform} />
    </Card>
  );
}
