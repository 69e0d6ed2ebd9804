/** Where toasts appear; loaded with the first one. */
import { Suspense, useSyncExternalStore } from 'react';

import { lazyExtra } from './lazy-extra';
import { toastNeed } from './toast';

const ToastContainer = lazyExtra(() => import('./ToastContainer').then((module) => module.ToastContainer));

export function Toasts() {
  const isNeeded = useSyncExternalStore(toastNeed.subscribe, toastNeed.get);
  return isNeeded ? (
    <Suspense>
      <ToastContainer />
    </Suspense>
  ) : null;
}
