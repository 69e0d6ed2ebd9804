/** Where toasts appear; loaded with the first one. */
import { lazy, Suspense, useSyncExternalStore } from 'react';

import { toastNeed } from './toast';

const ToastContainer = lazy(() =>
  import('./ToastContainer').then(({ ToastContainer: component }) => ({ default: component })),
);

export function Toasts() {
  const isNeeded = useSyncExternalStore(toastNeed.subscribe, toastNeed.get);
  return isNeeded ? (
    <Suspense>
      <ToastContainer />
    </Suspense>
  ) : null;
}
