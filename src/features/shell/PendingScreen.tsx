/** The placeholder of a screen that is still loading; after 120 s it reports a load failure (specification §8, §9). */
import { useEffect, useState } from 'react';

import { SLOW_CHUNK } from '@/device/chunk-failure';
import { SCREEN_LOAD_TIMEOUT_MS } from '@/lib/constants';
import { useDownloadProgress } from '@/queries/files/download-progress';
import { ScreenSkeleton, type ScreenSkeletonProps } from '@/ui/ScreenSkeleton';

import { ErrorScreen } from './ErrorScreen';

export function PendingScreen({ shape }: Pick<ScreenSkeletonProps, 'shape'>) {
  const [isTimedOut, setTimedOut] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setTimedOut(true), SCREEN_LOAD_TIMEOUT_MS);
    return () => clearTimeout(timer);
  }, []);
  const words = useDownloadProgress();
  // No timeout error while a download reports progress: the screen's code is loaded by then, and the download of the
  // text has its own timeout.
  if (isTimedOut && !words) return <ErrorScreen error={SLOW_CHUNK} />;
  return <ScreenSkeleton shape={shape} words={words} />;
}
