/*
 * Kill switch: takes the worker and its copy of the app off every device. `npm run kill-switch` puts it in sw.js's place.
 * The queue and the drafts lie in IndexedDB and are left alone, and so are the copies for studying.
 */
async function dropFiles() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith('workbox-')).map((name) => caches.delete(name)));
}

self.addEventListener('install', (event) => {
  self.skipWaiting();
  // Not awaited: unregistering is finished only after this event. Activation may have to wait for the worker that is to be removed.
  self.registration.unregister();
  event.waitUntil(dropFiles());
});
