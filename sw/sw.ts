/** The service worker: wiring only. What is cached and how is caching.ts, what waits is src/offline/. */
import '@/zod-config';
import { cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';

import { replay } from '@/offline/replay';
import { studyReadOf } from '@/offline/study-cache';

import { answerStudyRead } from './caching';
import { ownerOf } from './owners';

declare const self: ServiceWorkerGlobalScope & {
  __WB_MANIFEST: { url: string; revision: string | null }[];
};

/** Background Sync is not in the type library (Chromium only). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

precacheAndRoute(self.__WB_MANIFEST, { cleanURLs: false, directoryIndex: 'index.html' });
cleanupOutdatedCaches();
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), {
    denylist: [/^\/api\//, /^\/assets\//, /^\/files\//, /^\/healthz$/],
  }),
);

self.addEventListener('fetch', (event) => {
  const read = studyReadOf(event.request);
  if (read) event.respondWith(answerStudyRead(event, read, ownerOf(event)));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => {
  if (event.data === 'claim') event.waitUntil(self.clients.claim());
});

self.addEventListener('sync', (event) => {
  if ((event as SyncEvent).tag === 'replay') (event as SyncEvent).waitUntil(replay('worker'));
});
