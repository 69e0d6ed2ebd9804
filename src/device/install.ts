/**
 * Installation for screens: whether it is possible, when it is offered, and the warning that the browser may evict data
 * if the app is not installed.
 */
import { useSyncExternalStore } from 'react';

import { type InstallPlatform, readInstallPlatform } from './install-platform';
import { hasInstalled, hasInstallOffer, watchInstallOffer } from './install-prompt';
import { isStandalone } from './standalone';
import { useStoredItem } from './use-local-storage';

export interface InstallState {
  platform: InstallPlatform;
  /** True if the app is installed, also right after the installation. */
  isInstalled: boolean;
  /** True if `install()` can show the browser's prompt. */
  canAsk: boolean;
}

/** Returns the state of the installation on this device. */
export function useInstallState(): InstallState {
  const canAsk = useSyncExternalStore(watchInstallOffer, hasInstallOffer);
  const isDone = useSyncExternalStore(watchInstallOffer, hasInstalled);
  return { canAsk, isInstalled: isDone || isStandalone(), platform: readInstallPlatform(navigator) };
}

/**
 * Returns whether to offer the installation: it is possible, and the user has not pressed あとで (later). iOS has no
 * install prompt but the highest risk of eviction, so the steps are shown there instead.
 */
export function useInstallOffer(): InstallState & { isOffered: boolean; putOff: () => void } {
  const state = useInstallState();
  const { platform, canAsk, isInstalled: isDone } = state;
  const [answer, keepAnswer] = useStoredItem('manabiba-install');
  const isOffered = !isDone && answer !== 'later' && (canAsk || platform === 'ios');
  return { ...state, isOffered, putOff: () => keepAnswer('later') };
}

/**
 * Returns true if the browser may evict stored data: on iOS, an app that is not installed loses its data after 7 days
 * without a visit. The notice is shown before a course is first saved 「この端末に保存」.
 */
export function useEvictionNotice(): boolean {
  const { platform, isInstalled: isDone } = useInstallState();
  return platform === 'ios' && !isDone;
}
