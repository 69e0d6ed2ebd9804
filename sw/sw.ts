/** The service worker: wiring only. The app's files are shell.ts, what is cached and how is caching.ts, what waits is src/offline/. */
import '@/zod-config';
import type { PrecacheEntry } from 'workbox-precaching';

import { replay } from '@/offline/replay';
import { studyReadOf } from '@/offline/study-cache';

import { answerStudyRead } from './caching';
import { ownerOf } from './owners';
import { dropEarlierFiles, serveShell } from './shell';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: PrecacheEntry[] };

/** Background Sync is not in the type library (Chromium only). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

serveShell(self.__WB_MANIFEST);

self.addEventListener('fetch', (event) => {
  const read = studyReadOf(event.request);
  if (read) event.respondWith(answerStudyRead(event, read, ownerOf(event)));
});

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** What a page asks for (src/queries/worker.ts, src/queries/app-update.ts). */
self.addEventListener('message', (event) => {
  switch (event.data) {
    case 'claim':
      event.waitUntil(self.clients.claim());
      break;
    case 'SKIP_WAITING':
      event.waitUntil(self.skipWaiting());
      break;
    case 'drop-earlier-files':
      event.waitUntil(dropEarlierFiles(event));
      break;
  }
});

self.addEventListener('sync', (event) => {
  if ((event as SyncEvent).tag === 'replay') (event as SyncEvent).waitUntil(replay('worker'));
});
