/** The service worker, as the page registers it and speaks to it: registered when the first screen stands. */
import type { QueryClient } from '@tanstack/react-query';
import { messageSW, Workbox } from 'workbox-window';

import { meQueries } from '@/queries/me';
import { markStaff } from '@/session/staff-mark';

import { followUpdates } from './follow-updates';

/** Queries whose answers the worker keeps (docs/offline.md, law 3). */
const studyRoots = new Set<unknown>(['courses', 'sections', 'lessons', 'question-sets', 'contents']);

/** Asks once more for what the page read before the worker was there, so that it is kept, too. */
function readAgain(queryClient: QueryClient): void {
  const isStudyRead = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.length > 1 && studyRoots.has(queryKey[0]);
  void queryClient.invalidateQueries({ predicate: isStudyRead, refetchType: 'all' });
  for (const image of document.images) {
    if (image.crossOrigin !== null) fetchImage(image.src);
  }
}

/** The worker sees an image element's request as it sees this one. */
function fetchImage(url: string): void {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
}

/** Reads again once a worker is in control, which may be the case already. */
function readAgainUnderControl(workbox: Workbox, queryClient: QueryClient): void {
  if (navigator.serviceWorker.controller) return readAgain(queryClient);
  const again = () => {
    workbox.removeEventListener('controlling', again);
    readAgain(queryClient);
  };
  workbox.addEventListener('controlling', again);
}

/**
 * Registers the worker, once a page.
 *
 * @param hadController whether a worker was in control when the page was loaded.
 * @throws never: a browser that refuses has an app without copies.
 */
export async function registerWorker(queryClient: QueryClient, hadController: boolean): Promise<void> {
  const { serviceWorker } = navigator;
  // The worker's install reads it.
  await markStaff(queryClient.getQueryData(meQueries.current().queryKey)?.role).catch(() => undefined);
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (!hadController) readAgainUnderControl(workbox, queryClient);
  followUpdates(workbox, hadController, registration);
  const { active } = await serviceWorker.ready;
  // `workbox.messageSW` would speak to the worker that waits, where one does. A page that was on its way while the worker
  // became active was not there to be claimed.
  if (!serviceWorker.controller && active) void messageSW(active, 'claim');
  for (const worker of [serviceWorker.controller, registration?.waiting])
    if (worker) void messageSW(worker, 'drop-earlier-files');
}
