/**
 * Permission for the badge: iPhone, iPad and Safari on a Mac need the notification permission, and fail silently
 * without it.
 */
import { useSyncExternalStore } from 'react';

import { createSignal } from '@/storage/signal';

import { readInstallPlatform } from './install-platform';

const changed = createSignal();

/**
 * The state of the app icon's badge. `on`: it is shown. `off`: the permission was not requested yet. `refused`: only
 * the device's settings can allow it.
 */
export type BadgeState = 'on' | 'off' | 'refused';

function readBadgeState(): BadgeState {
  const platform = readInstallPlatform(navigator);
  if (platform !== 'ios' && platform !== 'mac-safari') return 'on';
  // Browsers without the Notification API do not show a badge either.
  const permission = 'Notification' in globalThis ? Notification.permission : 'denied';
  return ({ granted: 'on', default: 'off', denied: 'refused' } as const)[permission];
}

/** Returns the badge's state, updated on changes. */
export function useBadgeState(): BadgeState {
  return useSyncExternalStore(changed.subscribe, readBadgeState);
}

/** Requests the permission for the badge; to be called from a click handler. */
export async function askForBadge(): Promise<void> {
  await Notification.requestPermission().catch(() => undefined);
  changed.publish();
}
