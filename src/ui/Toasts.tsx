/** Where toasts appear; loaded with the first one, and plain where that cannot be. */
import { Suspense, useSyncExternalStore } from 'react';

import { lazyExtra } from './lazy-extra';
import { plainToast, toastNeed } from './toast';

import classes from './Toasts.module.css';

const ToastContainer = lazyExtra(() => import('./ToastContainer').then((module) => module.ToastContainer));

export function Toasts() {
  const isNeeded = useSyncExternalStore(toastNeed.subscribe, toastNeed.get);
  const plain = useSyncExternalStore(plainToast.subscribe, plainToast.get);
  return (
    <>
      {isNeeded && (
        <Suspense>
          <ToastContainer />
        </Suspense>
      )}
      {plain && (
        <p className={classes.plain} role={plain.role}>
          {plain.message}
        </p>
      )}
    </>
  );
}
