/** Shows toasts: the container is loaded with the first one; if that fails, the message is shown as plain text. */
import { Suspense, useSyncExternalStore } from 'react';

import { lazyExtra } from '@/ui/lazy-extra';

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
