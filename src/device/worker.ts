/** Registers the service worker, after the first screen is shown. */
import type { QueryClient } from '@tanstack/react-query';
import { messageSW, Workbox } from 'workbox-window';

import { meQueries } from '@/queries/me';
import { markStaff } from '@/session/staff-mark';

import { followUpdates } from './follow-updates';

/** First parts of the keys of queries whose responses the worker caches (docs/offline.md, law 3). */
const studyRoots = new Set<unknown>(['courses', 'sections', 'lessons', 'question-sets', 'contents']);

/**
 * Repeats the requests for courses, lessons and questions that the page sent before the worker controlled it, so that
 * the worker caches the responses.
 */
function readAgain(queryClient: QueryClient): void {
  const isStudyRead = ({ queryKey }: { queryKey: readonly unknown[] }) =>
    queryKey.length > 1 && studyRoots.has(queryKey[0]);
  void queryClient.invalidateQueries({ predicate: isStudyRead, refetchType: 'all' });
  for (const image of document.images) {
    if (image.crossOrigin !== null) fetchImage(image.src);
  }
}

/** Requests an image through the worker as an <img> element would. */
function fetchImage(url: string): void {
  const image = new Image();
  image.crossOrigin = 'anonymous';
  image.src = url;
}

/** Calls {@link readAgain} once a service worker controls the page; at once if one already does. */
function readAgainUnderControl(workbox: Workbox, queryClient: QueryClient): void {
  if (navigator.serviceWorker.controller) return readAgain(queryClient);
  const again = () => {
    workbox.removeEventListener('controlling', again);
    readAgain(queryClient);
  };
  workbox.addEventListener('controlling', again);
}

/**
 * Registers the service worker. Never rejects: when the browser refuses, the app works without cached server responses.
 *
 * @param hadController true when a worker controlled the page when it loaded.
 */
export async function registerWorker(queryClient: QueryClient, hadController: boolean): Promise<void> {
  const { serviceWorker } = navigator;
  // Stores the mark of editing roles (staff) before the registration, because the worker's install event reads the
  // mark.
  await markStaff(queryClient.getQueryData(meQueries.current().queryKey)?.role).catch(() => undefined);
  const workbox = new Workbox('/sw.js', { updateViaCache: 'none' });
  const registration = await workbox.register({ immediate: true }).catch(() => undefined);
  if (!hadController) readAgainUnderControl(workbox, queryClient);
  followUpdates(workbox, hadController, registration);
  const { active } = await serviceWorker.ready;
  // Ask the active worker to claim this page: a page that loaded while the worker was activating is not controlled.
  // `workbox.messageSW` would message a waiting worker instead.
  if (!serviceWorker.controller && active) void messageSW(active, 'claim');
  for (const worker of [serviceWorker.controller, registration?.waiting])
    if (worker) void messageSW(worker, 'drop-earlier-files');
}
