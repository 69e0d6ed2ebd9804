/** The service worker, as the page starts it. */
import type { QueryClient } from '@tanstack/react-query';

import { followUpdates } from './app-update';
import { fetchSender } from './queue';

/** Queries whose answers the worker keeps (offline design, law 3). */
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

/**
 * Registers the worker, once a page. Where there is none (plain http, development), the app works online only, and what
 * it will need to send is fetched while there is a network.
 *
 * @throws never: a browser that refuses has an app without copies.
 */
export async function startWorker(queryClient: QueryClient): Promise<void> {
  const container = (navigator as { serviceWorker?: ServiceWorkerContainer }).serviceWorker;
  if (!container || import.meta.env.DEV) {
    await fetchSender();
    return;
  }
  const hadController = container.controller !== null;
  if (!hadController) container.addEventListener('controllerchange', () => readAgain(queryClient), { once: true });
  const registration = await container.register('/sw.js', { updateViaCache: 'none' }).catch(() => undefined);
  if (registration) followUpdates(container, registration, hadController);
  // A page that was on its way while the worker became active was not there to be claimed.
  const { active } = await container.ready;
  if (!container.controller) active?.postMessage('claim');
  container.controller?.postMessage('drop-earlier-files');
}
