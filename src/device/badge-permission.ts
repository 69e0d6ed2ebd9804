/** Whether the number on the icon is shown: iPhone, iPad and Safari on a Mac ask for permission to notify, and say nothing where it is missing. */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

import { readInstallPlatform } from './install-platform';

const changed = createSignal();

/** `on`: the number is shown. `off`: nobody has been asked. `refused`: only the device's settings turn it on. */
export type BadgeState = 'on' | 'off' | 'refused';

function readBadgeState(): BadgeState {
  const platform = readInstallPlatform(navigator);
  if (platform !== 'ios' && platform !== 'mac-safari') return 'on';
  // As long as notifications do not exist, neither does the number.
  const permission = 'Notification' in globalThis ? Notification.permission : 'denied';
  return ({ granted: 'on', default: 'off', denied: 'refused' } as const)[permission];
}

/** How the number stands, followed as it changes. */
export function useBadgeState(): BadgeState {
  return useSyncExternalStore(changed.subscribe, readBadgeState);
}

/** Shows the browser's question; to be called from a press. */
export async function askForBadge(): Promise<void> {
  await Notification.requestPermission().catch(() => undefined);
  changed.publish();
}
