/**
 * The link 「ネットワークにログイン」: leaves the app for the sign-in page of the network (captive portal), which leads back to this
 * screen.
 */
import { Button } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';

import { NETWORK_LOGIN_PATH } from '@/lib/constants';

export function NetworkLoginLink() {
  const here = useLocation({ select: ({ href }) => href });
  return (
    // The link opens in this window, because the other windows of an installed app do not always share the app's
    // cookies.
    <Button component="a" href={`${NETWORK_LOGIN_PATH}?redirect=${encodeURIComponent(here)}`}>
      ネットワークにログイン
    </Button>
  );
}
