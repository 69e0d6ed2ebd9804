/** The setting アイコンの数字 (number on the app's icon): its state, and a button if the device must ask for permission first. */
import { Button, Text } from '@mantine/core';

import { askForBadge, type BadgeState, useBadgeState } from '@/device/badge-permission';

import classes from './InstallHelp.module.css';

const words = {
  on: 'オンです。送信待ちと復習の数を表示します。',
  off: 'オフです。通知を許可すると、送信待ちと復習の数を表示します。通知は送りません。',
  refused:
    'オフです。この端末では、通知が許可されていないと表示できません。端末の設定で、このアプリの通知を許可してください。',
} satisfies Record<BadgeState, string>;

export function BadgeSetting() {
  const state = useBadgeState();
  return (
    <>
      <h3 className={classes.platform}>アイコンの数字</h3>
      <Text size="sm" role="status">
        {words[state]}
      </Text>
      {state === 'off' && (
        <Button variant="default" onClick={() => void askForBadge()} className={classes.button}>
          数字をオンにする
        </Button>
      )}
    </>
  );
}
