/**
 * The baseline of offline starts: a static page with a lesson's text, served from cache by a minimal service worker.
 */
import { lessonText } from './lesson.mjs';

/** Registers the service worker, with the Trusted Types policy that the server's Content-Security-Policy requires. */
export const bareScript = `
trustedTypes.createPolicy('default', { createScriptURL: (url) => url });
navigator.serviceWorker.register('sw.js');
navigator.serviceWorker.ready.then(() => { document.documentElement.dataset.app = 'ready'; });
`;

/** Caches the page and its script, and answers requests from the cache. */
export const bareWorker = `
addEventListener('install', (event) => {
  event.waitUntil(caches.open('bare').then((cache) => cache.addAll(['index.html', 'bare.js'])));
});
addEventListener('fetch', (event) => {
  event.respondWith(caches.match(event.request).then((kept) => kept ?? fetch(event.request)));
});
`;

/** Returns the page's HTML, with the lesson's lines as paragraphs. */
export function makeBarePage() {
  const lines = lessonText.split('\n').filter((line) => line.trim() !== '');
  const paragraphs = lines.map((line) => `<p>${line.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</p>`);
  return `<!doctype html>
<html lang="ja">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Bare</title>
<main>${paragraphs.join('\n')}</main>
<script src="bare.js"></script>
</html>
`;
}
