/** Installing the app, as screens see it: whether it can be, when it is offered, and what must be said where it is not installed. */
import { useSyncExternalStore } from 'react';

import { hasInstalled, hasInstallOffer, watchInstallOffer } from './install-offer';
import { type InstallPlatform, readInstallPlatform } from './install-platform';
import { isStandalone } from './standalone';
import { useStoredItem } from './use-local-storage';

export interface InstallState {
  platform: InstallPlatform;
  /** It is installed, or has just been. */
  isInstalled: boolean;
  /** `install()` will show the browser's own question. */
  canAsk: boolean;
}

/** How installing stands on this device. */
export function useInstallState(): InstallState {
  const canAsk = useSyncExternalStore(watchInstallOffer, hasInstallOffer);
  const isDone = useSyncExternalStore(watchInstallOffer, hasInstalled);
  return { canAsk, isInstalled: isDone || isStandalone(), platform: readInstallPlatform(navigator) };
}

/**
 * Whether installing is to be offered: the device can, and nobody has said あとで. iOS has no question of its own, but most
 * to lose, so there the way is shown.
 */
export function useInstallOffer(): InstallState & { isOffered: boolean; putOff: () => void } {
  const state = useInstallState();
  const { platform, canAsk, isInstalled: isDone } = state;
  const [answer, keepAnswer] = useStoredItem('manabiba-install');
  const isOffered = !isDone && answer !== 'later' && (canAsk || platform === 'ios');
  return { ...state, isOffered, putOff: () => keepAnswer('later') };
}

/**
 * Whether what is stored here may vanish: an iOS tab that is not installed loses it after 7 days without a visit. To be
 * said before the first 「この端末に保存」.
 */
export function useEvictionNotice(): boolean {
  const { platform, isInstalled: isDone } = useInstallState();
  return platform === 'ios' && !isDone;
}
