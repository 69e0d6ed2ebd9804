/** The wish to see a lesson's form that is open already, and covered: the editor that covers it closes. */
import { useEffect, useEffectEvent } from 'react';

import { createSignal } from '@/storage/signal';

const wished = createSignal();

/** Tells what covers the open form to close. */
export const openAgain = wished.publish;

/** Calls `onWish` for each {@link openAgain} while the component is mounted. */
export function useOpenAgain(onWish: () => void): void {
  const handleWish = useEffectEvent(onWish);
  useEffect(() => wished.subscribe(() => handleWish()), []);
}
