/*
 * Kill switch: takes the worker and its copy of the app off every device. `npm run kill-switch` puts it in sw.js's place.
 * The queue and the drafts lie in IndexedDB and are left alone, and so are the copies for studying.
 */
async function leave() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
  await self.registration.unregister();
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(leave()));
