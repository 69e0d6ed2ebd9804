/**
 * Asks for the open lesson's form to be shown again: an editor that covers the form, such as that of a question set,
 * then closes.
 */
import { useEffect, useEffectEvent } from 'react';

import { createSignal } from '@/storage/signal';

const requested = createSignal();

/** Asks the editor that covers the open form to close. */
export const openAgain = requested.publish;

/** Calls `onRequest` at each call of {@link openAgain} while the component is mounted. */
export function useOpenAgain(onRequest: () => void): void {
  const handleRequest = useEffectEvent(onRequest);
  useEffect(() => requested.subscribe(() => handleRequest()), []);
}
