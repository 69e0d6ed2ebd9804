/**
 * The service worker: wiring only. shell.ts serves the app's files, study-strategy.ts says which content is cached and
 * how, and src/offline/ sends the queue.
 */
import '@/boot/zod-config';
import { COUNT_MISSING } from '@/offline/packs/app-precached';
import { replayAtSync } from '@/offline/queue/replay-at-sync';

import { type AppFile, countMissing, serveShell, takeOver, repairAndCleanFiles } from './shell';
import { serveStudy } from './study-strategy';

declare const self: ServiceWorkerGlobalScope & { __WB_MANIFEST: AppFile[] };

/** The event type of Background Sync, which is not in the type library (Chromium only). */
interface SyncEvent extends ExtendableEvent {
  readonly tag: string;
}

serveShell(self.__WB_MANIFEST);
serveStudy();

self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** Messages from pages (src/device/worker.ts, src/offline/packs/app-precached.ts). */
self.addEventListener('message', (event) => {
  // Both forms of the message are accepted: Workbox sends `{ type }`; pages of builds up to 0.1.0 send the type as a
  // string.
  const { type = event.data } = Object(event.data) as { type?: unknown };
  switch (type) {
    case 'claim':
      event.waitUntil(self.clients.claim());
      break;
    case 'SKIP_WAITING':
      event.waitUntil(takeOver());
      break;
    case 'drop-earlier-files':
      event.waitUntil(repairAndCleanFiles(event));
      break;
    case COUNT_MISSING:
      event.waitUntil(countMissing().then((count) => event.ports[0]?.postMessage(count)));
      break;
  }
});

self.addEventListener('sync', (event) => {
  if ((event as SyncEvent).tag === 'replay') (event as SyncEvent).waitUntil(replayAtSync());
});
